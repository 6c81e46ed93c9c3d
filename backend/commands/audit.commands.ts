import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import {
  type AuditFilter,
  findAuditEntry,
  isObject,
  type Json,
  type ListedAuditEntry,
  listAudit,
} from '../admin/audit/audit.repository.ts'
import { undoChange } from '../admin/audit/undo-change.ts'
import { addDays } from '../lib/local-day.ts'
import { localTime, startOfLocalDay } from '../lib/local-time.ts'
import { stripControlCharacters } from '../lib/text.ts'
import { UNDO_RULES } from '../undo-rules.ts'
import { type CommandContext, type CommandOutput, changeContext, parsePositive } from './command.ts'

const MAX_LISTED = 10_000
const MAX_ID = 999_999_999

/** `audit list`, `audit show` and `audit undo`. */
export function addAuditCommands(program: Command, context: CommandContext): void {
  const { openStore, report } = context
  const audit = program.command('audit').description('List what was changed in the shop, and undo changes.')
  audit
    .command('list', { isDefault: true })
    .description('List the changes, newest first, with what was there before and after.')
    .option('--day <day>', 'only those of a day, such as 2026-11-21', parseDay)
    .option('--actor <name>', 'only those of one person, or "command"')
    .option('--subject <subject>', 'only those of a kind or of one thing: product, or product:101', parseSubject)
    .option('--before <id>', 'only those before a change: the next page', parsePositive(MAX_ID))
    .option('--limit <count>', 'how many', parsePositive(MAX_LISTED), 50)
    .action(async ({ limit, day, ...rest }) => {
      const filter = { ...rest, ...(day === undefined ? {} : timesOf(day)) }
      report(auditOutput(await listAudit((await openStore()).database, filter, limit), limit))
    })
  audit
    .command('show')
    .description('Show a change in full.')
    .argument('<id>', 'number of the change, as "audit list" shows it', parsePositive(MAX_ID))
    .action(async (id) => {
      const entry = await findAuditEntry((await openStore()).database, id)
      if (entry === null) return report({ lines: [`There is no change ${id}.`], json: null, failed: true })
      report({ lines: [stripControlCharacters(JSON.stringify(entry))], json: entry })
    })
  audit
    .command('undo')
    .description('Undo a change. It is refused where something later would be lost.')
    .argument('<id>', 'number of the change, as "audit list" shows it', parsePositive(MAX_ID))
    .action(async (id) => {
      const undo = await undoChange({ ...(await changeContext(context)), rules: UNDO_RULES }, id)
      const { action, subject } = undo.undone
      report({
        lines: [`Change ${id} (${action}, ${subject.kind} ${subject.id}) is undone. That is change ${undo.id}.`],
        json: { id: undo.id, undoes: id },
      })
    })
}

function parseDay(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
  if (!isDay) throw new InvalidArgumentError('It must be a day such as 2026-11-21.')
  return text
}

/** When a day and the one after it begin. */
function timesOf(day: string): { from: string; until: string } {
  return { from: startOfLocalDay(day).toISOString(), until: startOfLocalDay(addDays(day, 1)).toISOString() }
}

function parseSubject(text: string): NonNullable<AuditFilter['subject']> {
  const [kind = '', ...rest] = text.split(':')
  return rest.length === 0 ? { kind } : { kind, id: rest.join(':') }
}

export function auditOutput(entries: readonly ListedAuditEntry[], limit: number): CommandOutput {
  const last = entries.at(-1)
  return {
    table: entries.map((entry) => ({
      id: entry.id,
      at: localTime(new Date(entry.at)).replace('T', ' '),
      actor: stripControlCharacters(entry.actor),
      action: entry.undoes === null ? entry.action : `${entry.action} (undoes ${entry.undoes})`,
      subject: stripControlCharacters(`${entry.subject.kind} ${entry.subject.id}`),
      change: shorten(stripControlCharacters(describeChange(entry))),
    })),
    lines:
      last === undefined || entries.length < limit
        ? []
        : ['', `--before ${last.id} lists those before; "audit show" shows one in full.`],
    json: entries,
  }
}

/**
 * For example `price_cents: 7900 → 8400`, fields separated by commas. Fields that are the same are left out, and the ids
 * of mails and notes, which say nothing to a reader.
 */
function describeChange({ before, after, tooLong }: ListedAuditEntry): string {
  if (tooLong) return 'too long to list'
  if (!isObject(before) || !isObject(after)) return `${formatValue(before)} → ${formatValue(after)}`
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => describeField(key, formatValue(before[key]), formatValue(after[key]))).join(', ')
}

function describeField(name: string, before: string, after: string): string[] {
  return before === after || isId(before) || isId(after) ? [] : [`${name}: ${before} → ${after}`]
}

function isId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

function formatValue(value: Json | undefined): string {
  if (value === undefined || value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const MAX_LENGTH = 80

function shorten(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}
