import type { Command } from '@commander-js/extra-typings'
import { MODULES } from '../modules.ts'
import { findProblems } from '../operations/doctor/find-problems.ts'
import type { Finding } from '../platform/finding.ts'
import { stripControlCharacters } from '../platform/lib/text.ts'
import { opensOnlyHere } from '../platform/settings/settings.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import type { CommandContext } from './command.ts'

export function addDoctorCommands(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('Check the shop for problems and say how to fix them. Exits with 1 if there is an error.')
    .action(async () => {
      const problems = await findProblemsOf(context)
      const isDemo = await isDemoShop(context)
      const findings = [...problems, ...context.unknownSettings().map(unknownSetting)]
      context.report({
        lines:
          findings.length === 0
            ? ['All is well.']
            : findings.flatMap(({ code, severity, text, remedy }) => [
                `${severity === 'error' ? 'Error' : 'Warning'}: ${stripControlCharacters(text)}`,
                `  ${remedy}`,
                ...(isDemo && FINE_IN_DEMO.has(code) ? [`  ${DEMO_NOTE}`] : []),
              ]),
        json: { findings },
        failed: findings.some(({ severity }) => severity === 'error'),
      })
    })
}

/** Findings that are normal for a demo shop; one of its mails has failed, as an example. */
const FINE_IN_DEMO: ReadonlySet<string> = new Set(['mail_not_set', 'mail_failed', 'mailbox_missing', 'backup_not_set'])
const DEMO_NOTE = 'You can ignore this in a demo shop that only this machine can reach.'

async function isDemoShop({ settings, openStore }: CommandContext): Promise<boolean> {
  if (settings().apiUrl !== null || !settings().demo) return false
  return opensOnlyHere(settings(), await getShopSettings((await openStore()).database))
}

async function findProblemsOf(context: CommandContext): Promise<Finding[]> {
  const settings = context.settings()
  if (settings.apiUrl !== null) return checkApi(settings.apiUrl)
  const { database } = await context.openStore()
  return findProblems({ ...context, settings, database, modules: MODULES }, { thorough: true })
}

function unknownSetting(text: string): Finding {
  const remedy = 'Correct or remove its line and start the shop again; "npm start -- --help" lists all settings.'
  return { code: 'setting_unknown', severity: 'warning', text, remedy }
}

/** Problems of a shop that uses another backend and has no data of its own. */
async function checkApi(apiUrl: string): Promise<Finding[]> {
  const options = { redirect: 'manual', signal: AbortSignal.timeout(10_000) } as const
  const response = await fetch(`${apiUrl}/api/products`, options).catch(() => null)
  if (response?.ok) return []
  const answer = response === null ? 'does not answer' : `answers with status ${response.status}`
  return [
    {
      code: 'api_unreachable',
      severity: 'error',
      text: `The backend at ${apiUrl} ${answer}, so visitors see no products.`,
      remedy: 'Correct API_URL and start the shop again, or check that backend.',
    },
  ]
}
