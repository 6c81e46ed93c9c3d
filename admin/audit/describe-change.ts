import { type AuditEntry, COMMAND_ACTOR, COMMAND_ACTOR_NAME } from '@shop/contract/audit/admin'
import { plainText } from '@shop/contract/catalog/description'
import { asRecord, asText } from '@shop/contract/http/coercion'
import { formatAdminMoney } from '@shop/contract/money'
import { EDITABLE_PAGES, fieldsOf, PAGE_NAMES } from '@shop/contract/pages/fields'
import { SETTING_KEYS, SETTINGS } from '@shop/contract/settings/admin'
import { formatCount } from '@shop/contract/text/plural'
import { capitalize } from '../ui/format.ts'
import { formatDay, formatLocalTime, formatTime } from '../ui/time.ts'

export type FieldChange = { label: string; before: string; after: string }

/** Titles of actions that "noun, thing, verb" would describe badly. */
const ACTION_TITLES: Readonly<Record<string, string>> = {
  'settings.updated': 'Settings changed',
  'delivery_options.replaced': 'Delivery options changed',
  'tax_rates.replaced': 'Tax rates changed',
  'zip_rates.replaced': 'ZIP code tax rates changed',
  'tax_states.replaced': 'States with sales tax changed',
  'orders.imported': 'Orders imported',
  'orders.delivered': 'Orders delivered',
  'orders.shipped': 'Orders shipped',
  'products.imported': 'Products imported',
  'colors.changed': 'Product colors changed',
  'lines.changed': 'Product lines changed',
  'presentation.replaced': 'Lines and quiz changed',
  'products.reordered': 'Product order changed',
  'products.repriced': 'Prices changed',
  'products.put_on_sale': 'Products put on sale',
  'products.sale_ended': 'Sale ended',
  'products.stock_set': 'Stock set',
  'admin.invited': 'Admin invitation created',
  'admin.access_reset': 'Admin password reset',
  'admin.reset_allowed': 'Password reset link created',
  'admin.invitation_withdrawn': 'Admin invitation cancelled',
  'mail.retried': 'Emails sent again',
  'mail.sent': 'Email sent',
  'waitlist.address_deleted': 'Address removed from the waitlist',
  'customer.deleted': 'Customer data deleted on request',
  'customer.exported': 'Customer data exported on request',
  'payments.resumed': 'Orders reopened after declined cards',
  'payment.rebuilt': 'Order rebuilt from a charged payment',
  'payment.paid_back': 'Payment without an order refunded',
  'payment.attached': 'Payment linked to an order',
  'payment.dismissed': 'Failed gateway request resolved',
}

/** Descriptions of actions whose verb is not clear enough. */
const VERB_ENDINGS: Readonly<Record<string, string>> = {
  noted: ': note added',
  merged: ': address linked',
  unmerged: ': address unlinked',
  entered: ' created',
  taken: ' entered',
  rights_changed: ': access changed',
  stock_changed: ': stock changed',
  change_planned: ': change scheduled',
  planned_change_edited: ': scheduled change edited',
  planned_change_cancelled: ': scheduled change cancelled',
  planned_change_made: ': scheduled change made',
  address_corrected: ': address corrected',
  payment_recorded: ': payment recorded',
  pay_link_sent: ': payment link sent',
  pay_link_withdrawn: ': payment link cancelled',
  tracking_corrected: ': tracking number corrected',
  return_accepted: ': return accepted',
  return_declined: ': return declined',
  return_received: ': return received',
  shipment_taken_back: ': shipment reversed',
  delivery_taken_back: ': delivery reversed',
  refund_corrected: ': refund corrected',
}

/** Readable names that differ from the field's name. */
const FIELD_LABELS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SETTING_KEYS.map((key) => [key, SETTINGS[key].label])),
  ...Object.fromEntries(
    PAGE_NAMES.flatMap((page) =>
      Object.entries(fieldsOf(page)).map(([name, { part, label }]) => [name, `${part}: ${label}`]),
    ),
  ),
  // In entries of an earlier version.
  postalAddress: SETTINGS.shopAddress.label,
  email: 'Email',
  orders: 'Orders',
  product_ids: 'Products',
  alt: 'Alternative text',
  sku: 'Product number',
  delivery_type_id: 'Id',
  answered_at: 'Answered',
  sale_price_cents: 'Sale price',
  slug: 'Address',
  rights: 'Access',
  product_name: 'Name',
  short_description: 'Short description',
  capacity_litres: 'Capacity (liters)',
  wishes: 'Waitlist entries',
  planned: 'Scheduled change',
  planned_by: 'Scheduled by',
  once_each: 'Once per email address',
  max_uses: 'Maximum uses',
}

/** Ids that only the shop understands; those of mails about orders are `shipment_mail` and the like. */
const HIDDEN_FIELDS: ReadonlySet<string> = new Set([
  'answer',
  'mail',
  'hash',
  'sha256',
  'payment_operation',
  'ended_payment',
  'pay_link',
  'note_id',
  'return_id',
  'refund › refund_id',
  'planned › planned_id',
])

/** Yes or no, which the database holds as 1 or 0. */
const YES_OR_NO: ReadonlySet<string> = new Set(['probable_spam', 'collected', 'delivery_taxed'])
/** Their values are words with underscores. */
const CODE_FIELDS: ReadonlySet<string> = new Set(['capture', 'shipped_by', 'return_state'])
/** Codes that screens have another word for. */
const WORDS_OF_CODES: Readonly<Record<string, string>> = { own_delivery: 'local delivery', asked: 'requested' }

const NO_VALUE = 'None'

/** For example "Order # 100001 shipped"; undos start with "Undone". */
export function titleOf(
  entry: Pick<AuditEntry, 'action' | 'subject' | 'names' | 'before' | 'after' | 'undoes'>,
): string {
  const { action, undoes } = entry
  const verb = action.split('.').at(-1) ?? ''
  const told = VERB_ENDINGS[verb] ?? ` ${verb.replaceAll('_', ' ')}`
  const title = ACTION_TITLES[action] ?? orderTitleOf(entry) ?? `${capitalize(subjectOf(entry))}${told}`
  return undoes === null ? title : `Undone (change ${undoes}): ${title}`
}

/** Where it was not the whole order, or not what the action is called. */
function orderTitleOf({ action, subject, before, after, undoes }: Parameters<typeof titleOf>[0]): string | null {
  // What an undo took back is what it found.
  const made = asRecord(undoes === null ? after : before)
  if (subject.kind !== 'order' || made === null) return null
  if (action === 'order.shipped' && made.shipped_by === 'picked_up') return `Order # ${subject.id} picked up`
  if (action === 'order.cancelled' && made.order_status !== 'cancelled' && Array.isArray(made.items)) {
    return `Order # ${subject.id}: ${formatCount(made.items.length, 'item')} cancelled`
  }
  const amount = action === 'order.refunded' ? asRecord(made.refund)?.amount_cents : null
  return typeof amount === 'number' ? `Order # ${subject.id}: ${formatAdminMoney(amount)} refunded` : null
}

function subjectOf({ subject: { kind, id }, names, before, after }: Omit<Parameters<typeof titleOf>[0], 'action'>) {
  const name = names[id]
  if (kind === 'product') return name ?? productNameIn(after) ?? productNameIn(before) ?? `Product ${id}`
  if (kind === 'inquiry') return name === undefined ? 'Inquiry' : `Inquiry from ${name}`
  if (kind === 'mail_text') return `Email template “${name ?? id}”`
  if (kind === 'customer') return `Customer ${id}`
  if (kind === 'discount') return `Discount code ${id}`
  const page = PAGE_NAMES.find((one) => one === id)
  if (kind === 'page' && page !== undefined) return `Page "${EDITABLE_PAGES[page].title}"`
  return kind === 'order' ? `Order # ${id}` : `${kind} ${id}`
}

function productNameIn(value: unknown): string | null {
  return asText(asRecord(value)?.product_name)
}

export function personOf(actor: string): string {
  return actor === COMMAND_ACTOR ? COMMAND_ACTOR_NAME : actor
}

/** The differing fields, in the order of the entry; of long texts only what differs. */
export function fieldChanges({ names, ...states }: Pick<AuditEntry, 'before' | 'after' | 'names'>): FieldChange[] {
  const { before, after, summed } = splitSummaries(states)
  const [old, now] = [flatten(before), flatten(after)]
  const paths = [...new Set([...old.keys(), ...now.keys()])]
  const shownNames = withoutTwins({ ...names, ...optionNames(before), ...optionNames(after) })
  const ofSummaries = summed.map(([id, fields]) => {
    const label = labelOf(id, shownNames)
    if (fields === null) return { label, before: NO_VALUE, after: 'New' }
    const changed = fields.map((field) => labelOf(field, shownNames)).join(', ')
    return { label, before: 'Earlier values', after: `New values: ${changed}` }
  })
  const ofFields = paths.flatMap((path) => {
    if (HIDDEN_FIELDS.has(path) || path.endsWith('_mail')) return []
    const [left, right] = [shownOf(old.get(path), path, names), shownOf(now.get(path), path, names)]
    if (left === right) return []
    const [first, second] =
      path.split(PATH_SEPARATOR).at(-1) === 'description' ? describeTexts(left, right) : [left, right]
    const [oldText, newText] = excerptsOf(first, second)
    return [{ label: labelOf(path, shownNames), before: oldText, after: newText }]
  })
  return [...ofFields, ...ofSummaries]
}

type States = Pick<AuditEntry, 'before' | 'after'>
type Summary = [id: string, fields: readonly string[] | null]

/** Of a change of very many products, what is new stands as a summary: the names of the fields, or `null` for a new product. */
function splitSummaries({ before, after }: States): States & { summed: Summary[] } {
  const [old, now] = [asRecord(before), asRecord(after)]
  const summed = Object.entries(now ?? {}).flatMap(([id, value]): Summary[] => {
    const state = asRecord(value)
    if (typeof state?.digest !== 'string') return []
    return [[id, Array.isArray(state.fields) ? state.fields.map(String) : null]]
  })
  if (summed.length === 0) return { before, after, summed }
  const ids = new Set(summed.map(([id]) => id))
  const others = (state: Readonly<Record<string, unknown>> | null) =>
    Object.fromEntries(Object.entries(state ?? {}).filter(([id]) => !ids.has(id)))
  return { before: others(old), after: others(now), summed }
}

/** Products of a list are called by name. */
function shownOf(text: string | undefined, path: string, names: Readonly<Record<string, string>>): string {
  if (text === undefined) return NO_VALUE
  return path.startsWith(`product_ids${PATH_SEPARATOR}`) ? (names[text] ?? text) : text
}

/** Two descriptions without their tags. */
function describeTexts(before: string, after: string): [before: string, after: string] {
  const [old, now] = [plainText(before), plainText(after)]
  return old === now ? ['The same text', 'Formatted differently'] : [old, now]
}

/** The names that checkout gives the delivery options of a list, by their ids. */
function optionNames(value: unknown): Record<string, string> {
  const rows = Array.isArray(value) ? value.map(asRecord) : []
  return Object.fromEntries(
    rows.flatMap((row) => {
      const [id, name] = [asText(row?.delivery_type_id), asText(row?.display_text)]
      return id === null || name === null ? [] : [[id, name]]
    }),
  )
}

/** The names by which their ids can be told apart. */
function withoutTwins(names: Readonly<Record<string, string>>): Record<string, string> {
  const all = Object.values(names)
  return Object.fromEntries(Object.entries(names).filter(([, name]) => all.indexOf(name) === all.lastIndexOf(name)))
}

/** Leaf values by path: `delivery › 2 › cost`. */
function flatten(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (value === null || value === undefined) return new Map()
  if (typeof value !== 'object') return new Map([[path.join(PATH_SEPARATOR), textOf(value, path.at(-1) ?? '')]])
  const entries = Array.isArray(value) ? value.map(namedEntry) : Object.entries(value)
  return new Map(entries.flatMap(([key, inner]) => [...flatten(inner, [...path, key])]))
}

const PATH_SEPARATOR = ' › '

/** A row of a list is identified by its name if it has one, otherwise by its index. */
function namedEntry(row: unknown, index: number): [string, unknown] {
  if (typeof row === 'object' && row !== null) {
    const zip = asText(Reflect.get(row, 'first_zip'))
    // Many of them are of the same state.
    if (zip !== null) return [`${Reflect.get(row, 'state')} ${zip}`, row]
    for (const key of ['state', 'delivery_type_id', 'name', 'item_id', 'order_item_id']) {
      const name: unknown = Reflect.get(row, key)
      if (typeof name === 'string') return [name, row]
    }
  }
  return [String(index + 1), row]
}

/** Ids of the path are shown as `names`. */
function labelOf(path: string, names: Readonly<Record<string, string>>): string {
  if (path === '') return 'Everything'
  return path
    .split(PATH_SEPARATOR)
    .map(
      (key) =>
        names[key] ??
        FIELD_LABELS[key] ??
        (/^[a-z]/.test(key) ? sentence(key.replace(/_(cents|millionths|at)$/, '')) : key),
    )
    .join(PATH_SEPARATOR)
}

/** A value in words; the end of a field's name says its unit. */
function textOf(value: unknown, key: string): string {
  if (value === '') return 'Empty'
  if (typeof value === 'boolean' || YES_OR_NO.has(key)) return value ? 'Yes' : 'No'
  if (typeof value === 'number' && /cents$/i.test(key)) return formatAdminMoney(value)
  if (typeof value === 'number' && key.endsWith('_millionths')) return `${value / 10_000}%`
  if (typeof value === 'number' && /percent$/i.test(key)) return `${value}%`
  if (typeof value === 'number' && /days$/i.test(key)) return formatCount(value, 'day')
  if (typeof value !== 'string') return String(value)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatTime(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value)
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value)) return formatLocalTime(value)
  return CODE_FIELDS.has(key) ? (WORDS_OF_CODES[value] ?? value.replaceAll('_', ' ')) : value
}

/** `stock_quantity` becomes "Stock quantity". */
function sentence(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return capitalize(words)
}

/** Texts up to this length are shown whole. */
const MAX_WHOLE_LENGTH = 120
/** Words that are shown on each side of what differs. */
const CONTEXT_WORDS = 5

/** Two texts; of long ones only the words that differ, with a few around them. */
export function excerptsOf(before: string, after: string): [before: string, after: string] {
  if (Math.max(before.length, after.length) <= MAX_WHOLE_LENGTH) return [before, after]
  // Each word with the space behind it.
  const [old, now] = [before.split(/(?<=\s)/), after.split(/(?<=\s)/)]
  const first = countSame(old, now)
  const last = countSame(old.slice(first).reverse(), now.slice(first).reverse())
  return [excerpt(old, first, last), excerpt(now, first, last)]
}

/** How many words are the same, counted from the start. */
function countSame(old: readonly string[], now: readonly string[]): number {
  const different = old.findIndex((word, index) => word.trimEnd() !== now[index]?.trimEnd())
  return different === -1 ? old.length : different
}

function excerpt(words: readonly string[], first: number, last: number): string {
  const start = Math.max(0, first - CONTEXT_WORDS)
  const end = Math.min(words.length, words.length - last + CONTEXT_WORDS)
  const shown = words.slice(start, end).join('').trim()
  return `${start > 0 ? '… ' : ''}${shown}${end < words.length ? ' …' : ''}`
}
