import { ADDRESS_LENGTH, ORDER_CHANNELS, PHONE_LENGTH } from '@shop/contract/admin/orders'
import {
  type IMPORT_STATUSES,
  type ImportColumns,
  type ImportField,
  ORDER_NUMBER_RULE,
} from '@shop/contract/admin/orders-import'
import { isMailAddress, NAME_LENGTH } from '@shop/contract/customer'
import { type Cents, formatAdminMoney, goodsTotal, readDollars, toMillionths } from '@shop/contract/money'
import { MAX_ORDER_CENTS, paidCents } from '@shop/contract/order-totals'
import { ORDER_FIELDS, ORDER_ITEM_FIELDS } from '@shop/contract/orders'
import { formatAddress } from '@shop/contract/postal-address'
import * as z from 'zod/mini'
import { readCsvTable } from '../lib/csv-table.ts'
import { fromUsDay } from '../lib/local-day.ts'
import { noonOf } from '../lib/local-time.ts'
import { buildOrder, type ItemDraft } from './build-order.ts'
import {
  addressOfRow,
  addressProblem,
  goodsDiscount,
  namesOf,
  readChannel,
  readStatus,
  stateOf,
  withDiscount,
} from './imported-order.ts'
import { type AddressColumns, addressColumns, addressTextColumns } from './order-address.ts'
import { statusAfter } from './order-status.ts'
import type { Refund, StoredOrder } from './orders.repository.ts'
import { MAX_ROWS, type OrderFileError, recognizeColumns, type Sheet, type SheetRow, toSheet } from './orders-sheet.ts'

const words = (max: number) =>
  z.string().check(
    z.maxLength(max, 'is too long'),
    // PostgreSQL cannot store it.
    z.refine((text) => !text.includes('\0'), 'holds a character that is no text'),
  )
const matching = (pattern: RegExp, message: string) => z.string().check(z.regex(pattern, message))
const amount = z.pipe(
  z.string().check(z.refine((text) => readDollars(text) !== null, 'must be dollars such as 79 or 79.50')),
  z.transform((text) => readDollars(text) ?? 0),
)
/** A spreadsheet of the United States writes 11/21/2026; other programs add the time, and the zone that its day is of. */
const date = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => fromUsDay(text.replace(TIME_OF_DAY, ''))),
  ),
  z.iso.date('must be a date such as 2026-11-21 or 11/21/2026'),
)
const TIME_OF_DAY =
  /(?:T|(?:,|(?<! )) +)\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?$/i
const status = <Name extends string>(name: Name) => z.optional(z.literal(name, `must be ${name} or empty`))

/** By its word or as the admin calls it. */
const channel = z.pipe(
  z.pipe(z.string(), z.transform(readChannel)),
  z.enum(ORDER_CHANNELS, `must be ${ORDER_CHANNELS.join(', ')} or empty`),
)

/** The parts of an address that a spreadsheet may have in columns of their own. */
const ADDRESS_CELLS = {
  delivery_address: z.optional(words(ADDRESS_LENGTH)),
  delivery_address_2: z.optional(words(ADDRESS_LENGTH)),
  delivery_city: z.optional(words(ADDRESS_LENGTH)),
  delivery_state: z.optional(words(ADDRESS_LENGTH)),
  // Shopify keeps spreadsheets from reading it as a number by an apostrophe.
  delivery_zip: z.optional(
    z.pipe(
      words(ADDRESS_LENGTH),
      z.transform((text) => text.replace(/^'/, '')),
    ),
  ),
  delivery_country: z.optional(words(ADDRESS_LENGTH)),
}

/** Columns of the order; all rows of an order must agree on them. */
const ORDER_CELLS = {
  order_id: z.pipe(
    matching(/^#? ?[0-9]{1,18}$/, `must be ${ORDER_NUMBER_RULE}`),
    z.transform((text) => text.replace(/^#? ?/, '')),
  ),
  order_date: date,
  first_name: z.optional(words(NAME_LENGTH)),
  last_name: z.optional(words(NAME_LENGTH)),
  full_name: z.optional(words(2 * NAME_LENGTH)),
  email: z.optional(z.string().check(z.refine(isMailAddress, 'must be an e-mail address'))),
  phone: z.optional(words(PHONE_LENGTH)),
  customer_id: z.optional(words(100)),
  ...ADDRESS_CELLS,
  order_status: z.optional(words(50)),
  channel: z.optional(channel),
  financial_status: z.optional(words(50)),
  cancelled_at: z.optional(date),
  refunded_amount: z.optional(amount),
  discount_amount: z.optional(amount),
  order_total: z.optional(amount),
  tax_amount: z.optional(amount),
  combined_tax_rate: z.optional(matching(/^0(\.[0-9]{1,6})?$/, 'must be a fraction such as 0.0825')),
  delivery_cost: z.optional(amount),
  tracking_number: z.optional(words(ORDER_FIELDS.tracking_number.max)),
  estimated_delivery_date: z.optional(date),
}
const ITEM_CELLS = {
  /** Without one the product is found by its name. */
  product_id: z.optional(words(ORDER_ITEM_FIELDS.product_id.max)),
  product_name: words(ORDER_ITEM_FIELDS.product_name.max),
  price: amount,
  quantity: matching(/^[1-9][0-9]{0,4}$/, 'must be a whole number from 1'),
  image_file: z.optional(words(150)),
  cancellation_status: status('cancelled'),
  cancellation_reason: z.optional(words(ORDER_ITEM_FIELDS.cancellation_reason.max)),
  refund_status: status('refunded'),
}
// Strict, so that a misspelt column is an error.
const fileRow = z.strictObject({ ...ORDER_CELLS, ...ITEM_CELLS } satisfies Record<ImportField, z.ZodMiniType>)
type FileRow = z.output<typeof fileRow>

/** Column names; the first line has them in any order. */
export const ORDER_COLUMNS: readonly string[] = Object.keys(fileRow.shape)
const SAME_IN_ORDER = Object.keys(ORDER_CELLS)

export type ParsedOrders = {
  orders: StoredOrder[]
  refunds: Refund[]
  errors: OrderFileError[]
  firstRow: ReadonlyMap<string, number>
}

type Numbered = { number: number; row: FileRow }

/** The status of all orders that are not cancelled or refunded; `null`: each has its own. */
export type StatusOfAll = (typeof IMPORT_STATUSES)[number] | null

/** Parses a CSV file in UTF-8 with one row per item; returns all orders, or every error. */
export function parseOrdersFile(bytes: Uint8Array, status: StatusOfAll = null): ParsedOrders {
  const text = decode(bytes)
  const message = 'the file is not in UTF-8; save it as "CSV UTF-8" and import it again'
  if (text === null) return { orders: [], refunds: [], errors: [{ row: 1, field: '', message }], firstRow: new Map() }
  return parseOrders(toSheet(readCsvTable(text, null), null), status)
}

/** Errors of a spreadsheet that are listed. */
export const MAX_PROBLEMS = 100

/** `errors` are the first ones, `errorCount` is how many there are. */
export type ParsedSheet = Pick<Sheet, 'headers' | 'samples'> &
  ParsedOrders & { columns: ImportColumns; errorCount: number }

/** Parses a spreadsheet whose columns were matched by hand; without `columns` they are recognized by their names. */
export function parseOrdersSheet(text: string, columns: ImportColumns | null, status: StatusOfAll = null): ParsedSheet {
  const table = readCsvTable(text, MAX_ROWS)
  const used = columns ?? recognizeColumns(table.headers)
  const sheet = toSheet(table, used)
  const { headers, samples } = sheet
  const { errors, ...parsed } = parseOrders(sheet, status)
  const first = errors.slice(0, MAX_PROBLEMS)
  return { headers, samples, columns: used, ...parsed, errors: first, errorCount: errors.length }
}

function parseOrders(sheet: Sheet, statusOfAll: StatusOfAll): ParsedOrders {
  const rowErrors: OrderFileError[] = []
  const rows: Numbered[] = []
  for (const { row: number, cells } of withOrderCells(sheet.rows)) {
    const result = z.safeParse(fileRow, cells)
    rowErrors.push(...missingNames(number, cells, sheet.fields))
    if (result.success) rows.push({ number, row: result.data })
    else rowErrors.push(...result.error.issues.map((issue) => errorOf(number, issue)))
  }
  const groups = [...Map.groupBy(rows, ({ row }) => row.order_id).values()]
  const errors = [
    ...sheet.errors,
    ...withoutColumn(rowErrors, sheet.fields),
    // Not pushed: there can be more than a call may have arguments.
    ...groups.flatMap(disagreements),
    ...groups.flatMap(tooLarge),
    ...groups.flatMap(badAddress),
  ]
  if (rows.length === 0 && errors.length === 0) errors.push({ row: 1, field: '', message: 'the file holds no orders' })
  const imported = errors.length === 0 ? groups.flatMap((group) => toOrder(group, statusOfAll)) : []
  return {
    orders: imported.map(({ order }) => order),
    refunds: imported.flatMap(({ refund }) => refund ?? []),
    errors: errors.toSorted((one, other) => one.row - other.row),
    firstRow: new Map(groups.flatMap(([first]) => (first ? [[first.row.order_id, first.number]] : []))),
  }
}

/** Programs write what is the same in all rows of an order into its first one alone. */
function withOrderCells(rows: Sheet['rows']): Sheet['rows'] {
  const firstCells = new Map<string, Record<string, string>>()
  return rows.map(({ row, cells }) => {
    const { order_id = '' } = cells
    const first = firstCells.get(order_id)
    if (first !== undefined) return { row, cells: { ...first, ...cells } }
    const shared = Object.entries(cells).filter(([field]) => SAME_IN_ORDER.includes(field))
    if (order_id !== '') firstCells.set(order_id, Object.fromEntries(shared))
    return { row, cells }
  })
}

/** Names may be together or apart. */
function missingNames(row: number, cells: SheetRow['cells'], fields: Sheet['fields']): OrderFileError[] {
  if (cells.full_name !== undefined) return []
  const apart = ['first_name', 'last_name']
  const isTogether = fields.has('full_name') && !apart.every((name) => fields.has(name))
  const missing = isTogether ? ['full_name'] : apart.filter((name) => cells[name] === undefined)
  return missing.map((field) => ({ row, field, message: MISSING }))
}

const MISSING = 'is missing'

/** A field without a column is missing in every row; it is told once. */
function withoutColumn(errors: readonly OrderFileError[], fields: ReadonlySet<string>): OrderFileError[] {
  const isAbsent = ({ field, message }: OrderFileError) => message === MISSING && !fields.has(field)
  const absent = new Set(errors.filter(isAbsent).map(({ field }) => field))
  return [
    ...[...absent].map((field) => ({ row: 1, field, message: 'has no column' })),
    ...errors.filter((error) => !isAbsent(error)),
  ]
}

/** The text without its byte order mark; `null` when it is not UTF-8, since names would be garbled. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function errorOf(row: number, issue: z.core.$ZodIssue): OrderFileError {
  if (issue.code === 'unrecognized_keys') {
    return { row: 1, field: issue.keys.join(', '), message: 'is no column of this file' }
  }
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  return { row, field: issue.path.map(String).join('.'), message: missing ? MISSING : issue.message }
}

function disagreements(rows: readonly Numbered[]): OrderFileError[] {
  const [first, ...others] = rows
  if (first === undefined) return []
  return others.flatMap(({ number, row }) =>
    SAME_IN_ORDER.filter((field) => Reflect.get(row, field) !== Reflect.get(first.row, field)).map((field) => {
      return { row: number, field, message: `is not the same as in row ${first.number} of this order` }
    }),
  )
}

function tooLarge(rows: readonly Numbered[]): OrderFileError[] {
  const [first] = rows
  if (first === undefined) return []
  const { tax_amount = 0, delivery_cost = 0 } = first.row
  const goods = rows.reduce((sum, { row }) => sum + row.price * Number(row.quantity), 0)
  const problem = (field: ImportField, message: string) => [{ row: first.number, field, message }]
  if (goods + tax_amount + delivery_cost > MAX_ORDER_CENTS) {
    return problem('price', `comes to more than ${formatAdminMoney(MAX_ORDER_CENTS)} for the order`)
  }
  const discount = goodsDiscount(first.row, goods)
  if (discount > goods) return problem('discount_amount', `is more than the goods, ${formatAdminMoney(goods)}`)
  const paid = goods - discount + tax_amount + delivery_cost
  return (first.row.refunded_amount ?? 0) > paid
    ? problem('refunded_amount', `is more than was paid, ${formatAdminMoney(paid)}`)
    : []
}

/** An address without its street would stand on the packing slip as if it were whole. */
function badAddress(rows: readonly Numbered[]): OrderFileError[] {
  const [first] = rows
  const address = first === undefined ? null : addressOfRow(first.row)
  if (first === undefined || address === null) return []
  const problem = (message: string, field = 'delivery_address') => [{ row: first.number, field, message }]
  const wrong = addressProblem(first.row)
  if (wrong !== null) return problem(wrong.message, wrong.field)
  if (first.row.delivery_address === undefined) return problem('is missing, while another part of it is there')
  const text = typeof address === 'string' ? address : formatAddress(address)
  return text.length > ADDRESS_LENGTH ? problem('is too long') : []
}

function importedAddress(row: FileRow): AddressColumns {
  const address = addressOfRow(row)
  return typeof address === 'string' ? addressTextColumns(address) : addressColumns(address)
}

type Imported = { order: StoredOrder; refund: Refund | null }

function toOrder(rows: readonly Numbered[], statusOfAll: StatusOfAll): Imported[] {
  const [first] = rows
  if (first === undefined) return []
  const { row } = first
  const items = rows.map((numbered) => toItem(numbered.row))
  const goods = goodsTotal(items)
  const draft = buildOrder({
    order_id: row.order_id,
    order_date: row.order_date,
    ...namesOf(row),
    email: row.email ?? '',
    phone: row.phone ?? null,
    channel: row.channel ?? 'online',
    state: stateOf(row),
    customer_id: row.customer_id ?? null,
    tax_cents: row.tax_amount ?? 0,
    tax_rate_millionths: toMillionths(Number(row.combined_tax_rate ?? 0)),
    delivery_cents: row.delivery_cost ?? 0,
    ...importedAddress(row),
    tracking_number: row.tracking_number ?? null,
    estimated_delivery_date: row.estimated_delivery_date ?? null,
    items: withDiscount(items, goodsDiscount(row, goods)),
  })
  const { status, words: imported } = readStatus(row, paidCents(draft))
  const order = { ...draft, order_status: status, imported_status: imported }
  const after = statusAfter(order)
  // Some programs say that all was paid back, and not how much that was.
  const isPaidBack = after === 'refunded' && items.some(({ cancellation_status }) => cancellation_status === null)
  const refund = refundOf(row, isPaidBack ? paidCents(draft) : 0)
  if (statusOfAll !== null && after !== 'cancelled' && after !== 'refunded') {
    return [{ order: { ...order, order_status: statusOfAll, imported_status: null }, refund }]
  }
  return [{ order: { ...order, order_status: after, imported_status: after === status ? imported : null }, refund }]
}

/** What was paid back. Exports do not say when: that is the day of the cancellation, or of the order. */
function refundOf(
  { order_id, order_date, cancelled_at = order_date, refunded_amount = 0 }: FileRow,
  paid: Cents,
): Refund | null {
  const amount_cents = refunded_amount === 0 ? paid : refunded_amount
  if (amount_cents === 0) return null
  const refunded_at = noonOf(cancelled_at).toISOString()
  return {
    refund_id: `${order_id}-R1`,
    order_id,
    amount_cents,
    note: '',
    refunded_at,
    operation_id: null,
    return_id: null,
  }
}

function toItem(row: FileRow): ItemDraft {
  return {
    product_id: row.product_id ?? '',
    product_name: row.product_name,
    price_cents: row.price,
    quantity: Number(row.quantity),
    image_file: row.image_file ?? null,
    cancellation_status: row.cancellation_status ?? null,
    cancellation_reason: row.cancellation_reason ?? null,
    refund_status: row.refund_status ?? null,
  }
}
