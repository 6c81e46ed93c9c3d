import { type AuditEntry, COMMAND_ACTOR } from '@shop/contract/admin/audit'
import { formatMoney } from '@shop/contract/money'
import { capitalize } from '../ui/capitalize.ts'
import { formatTime } from '../ui/format-time.ts'

/** A changed field with its readable name. */
export type FieldChange = { label: string; before: string; after: string }

/** Titles of actions that "noun, thing, verb" would describe badly. */
const ACTIONS: Readonly<Record<string, string>> = {
  'settings.updated': 'Settings changed',
  'delivery_options.replaced': 'Delivery options changed',
  'tax_rates.replaced': 'Tax rates changed',
  'orders.imported': 'Orders imported',
  'admin.invited': 'Somebody invited to the admin',
  'mail.retried': 'Mails sent again',
}

/** Readable names that differ from the field's name. */
const LABELS: Readonly<Record<string, string>> = {
  supportEmail: 'E-mail for questions',
  email: 'E-mail',
  url: 'Web address',
  social: 'Social pages',
  alt: 'Alternative text',
  sku: 'Number of the product',
  delivery_type_id: 'Id',
  answered_at: 'Answered',
  sale_price_cents: 'Sale price',
}

/** Ids that mean something to the shop alone. */
const UNSHOWN: ReadonlySet<string> = new Set(['answer', 'mail', 'taken_mail', 'hash', 'sha256'])

/** Yes or no, which the database holds as 1 or 0. */
const YES_OR_NO: ReadonlySet<string> = new Set(['probable_spam'])

const NOTHING = 'Nothing'

/** For example "Order 100001 shipped"; undos start with "Put back". */
export function titleOf({ action, subject, undoes }: Pick<AuditEntry, 'action' | 'subject' | 'undoes'>): string {
  const title = ACTIONS[action] ?? sentence(`${subject.kind} ${subject.id} ${action.split('.').at(-1) ?? ''}`)
  return undoes === null ? title : `Put back (change ${undoes}): ${title}`
}

/** Who made a change, as people read it. */
export function personOf(actor: string): string {
  return actor === COMMAND_ACTOR ? 'Command line' : actor
}

/** The differing fields, in the order of the entry. */
export function fieldChanges({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const [old, now] = [flatten(before), flatten(after)]
  const paths = [...new Set([...old.keys(), ...now.keys()])]
  return paths.flatMap((path) => {
    if (UNSHOWN.has(path)) return []
    const [left, right] = [old.get(path) ?? NOTHING, now.get(path) ?? NOTHING]
    return left === right ? [] : [{ label: labelOf(path), before: left, after: right }]
  })
}

/** Leaf values by path: `delivery › 2 › cost`. */
function flatten(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object') return new Map([[path.join(SEPARATOR), textOf(value, path.at(-1) ?? '')]])
  const entries = Array.isArray(value) ? value.map(namedEntry) : Object.entries(value)
  return new Map(entries.flatMap(([key, inner]) => [...flatten(inner, [...path, key])]))
}

const SEPARATOR = ' › '

/** A row of a list is identified by its name if it has one, otherwise by its index. */
function namedEntry(row: unknown, index: number): [string, unknown] {
  if (typeof row === 'object' && row !== null) {
    for (const key of ['state', 'delivery_type_id', 'name', 'item_id']) {
      const name: unknown = Reflect.get(row, key)
      if (typeof name === 'string') return [name, row]
    }
  }
  return [String(index + 1), row]
}

function labelOf(path: string): string {
  if (path === '') return 'Everything'
  return path
    .split(SEPARATOR)
    .map((key) => LABELS[key] ?? (/^[a-z]/.test(key) ? sentence(key.replace(/_(cents|millionths|at)$/, '')) : key))
    .join(SEPARATOR)
}

function textOf(value: unknown, key: string): string {
  if (value === '') return 'Empty'
  if (typeof value === 'boolean' || YES_OR_NO.has(key)) return value ? 'Yes' : 'No'
  if (typeof value === 'number' && key.endsWith('_cents')) return formatMoney(value)
  if (typeof value === 'number' && key.endsWith('_millionths')) return `${value / 10_000} %`
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatTime(value)
  return String(value)
}

/** `stock_quantity` becomes "Stock quantity". */
function sentence(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return capitalize(words)
}
