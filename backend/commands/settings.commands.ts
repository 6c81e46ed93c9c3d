import type { Command } from '@commander-js/extra-typings'
import { type AdminSettings, reservationWarning, SETTING_KEYS, SETTINGS } from '@shop/contract/admin/settings'
import type { Json } from '../admin/audit/audit.repository.ts'
import { stripControlCharacters } from '../lib/text.ts'
import { findOpeningProblems } from '../operations/doctor/check-opening.ts'
import {
  changeSettings,
  type FindOpeningProblems,
  previewSettings,
  type SettingChange,
} from '../settings/shop/change-settings.ts'
import { getShopSettings } from '../settings/shop/shop-settings.repository.ts'
import { type CommandContext, type CommandOutput, changeContext } from './command.ts'
import { NOT_CHANGED, undoHint } from './preview.ts'

/** `settings show` and `settings set`. */
export function addSettingsCommands(program: Command, context: CommandContext): void {
  const { openStore, report } = context
  const settings = program.command('settings').description('Show and change what names the shop.')
  settings
    .command('show')
    .description("Show the shop's name, texts, emails, notices and social pages.")
    .action(async () => report(showOutput(await getShopSettings((await openStore()).database))))
  settings
    .command('set')
    .description('Change a setting. Every page says so within a second.')
    .argument('<key>', 'setting, as "settings show" names it')
    .argument(
      '[values...]',
      'what it is to say; each line of the notices and of the postal address, each social page as "Name=https://…"',
    )
    .option('--yes', 'do it; without it only what would change is shown')
    .action(async (key, values, { yes }) => {
      const changes = { ...(await changeContext(context)), findOpeningProblems: problemsOf(context) }
      const wanted = { [key]: wantedValue(key, values) }
      if (yes !== true) return report(previewOutput(await previewSettings(changes.database, wanted)))
      const output = changedOutput(await changeSettings(changes, wanted))
      const warning = reservationWarning(await getShopSettings(changes.database))
      const isAbout = key === 'shipDays' || key === 'capture'
      report({ ...output, lines: [...(output.lines ?? []), ...(isAbout && warning !== null ? [warning] : [])] })
    })
}

/** Finds what a shop lacks to take payments by card. */
export function problemsOf({ settings, openStore, clock }: CommandContext): FindOpeningProblems {
  return async () => {
    const { database } = await openStore()
    return findOpeningProblems({ database, settings: settings(), clock })
  }
}

/** Parses the arguments of the command line as the value of a setting. */
function wantedValue(key: string, values: readonly string[]): unknown {
  const known = SETTING_KEYS.find((one) => one === key)
  const input = known && SETTINGS[known].input
  if (input === 'list') return values
  if (input === 'lines') return values.join('\n')
  if (input === 'number') return Number(values.join(' '))
  if (input !== 'pages') return values.join(' ')
  return values.map((value) => {
    const [name = '', ...url] = value.split('=')
    return { name, url: url.join('=') }
  })
}

function showOutput(settings: AdminSettings): CommandOutput {
  return {
    table: Object.entries(settings).map(([setting, value]) => ({ setting, value: formatValue(value) })),
    json: settings,
  }
}

function previewOutput(changes: readonly SettingChange[]): CommandOutput {
  return {
    lines: [...linesOf(changes), ...(changes.length === 0 ? [] : NOT_CHANGED)],
    json: { changes, changed: false },
  }
}

function changedOutput({ changes, auditId }: Awaited<ReturnType<typeof changeSettings>>): CommandOutput {
  return {
    lines: [...linesOf(changes), ...undoHint(auditId)],
    json: { changes, changed: auditId !== null, id: auditId },
  }
}

function linesOf(changes: readonly SettingChange[]): string[] {
  if (changes.length === 0) return ['That is what it says already.']
  return changes.map(({ key, before, after }) => `${key}: ${formatValue(before)} → ${formatValue(after)}`)
}

function formatValue(value: Json): string {
  return stripControlCharacters(typeof value === 'string' ? value : JSON.stringify(value))
}
