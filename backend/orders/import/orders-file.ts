import { findRegion, formatAddress } from '@shop/contract/address/postal-address'
import { isZipQuestion } from '@shop/contract/address/us-regions'
import { type Cents, formatAdminMoney, goodsTotal, toMillionths } from '@shop/contract/money'
import { MAX_ORDER_CENTS, paidCents } from '@shop/contract/order-totals'
import { ADDRESS_LENGTH } from '@shop/contract/orders/admin-values'
import { type IMPORT_STATUSES, type ImportColumns, type ImportField, MAX_QUESTIONS } from '@shop/contract/orders/import'
import * as z from 'zod/mini'
import type { Refund } from '../../books/ledger/refunds.repository.ts'
import { parseCsvTable } from '../../platform/lib/csv/csv-table.ts'
import { noonOf } from '../../platform/lib/days/local-time.ts'
import { buildOrder } from '../build-order.ts'
import { type AddressColumns, addressColumns, NO_ADDRESS } from '../order-address.ts'
import { statusAfter } from '../order-status.ts'
import type { StoredOrder } from '../orders.repository.ts'
import { settleItems } from './imported-items.ts'
import { addressOfRow, addressProblem, findTaxState, parseStatus, splitNames } from './imported-order.ts'
import { leftOutReason } from './left-out.ts'
import { type FileRow, fileRow, SAME_IN_ORDER, toItem } from './order-cells.ts'
import { completeOrders, ITEM_FIELDS } from './order-rows.ts'
import { withItemRows } from './product-details.ts'
import {
  type ImportNote,
  isOrderColumn,
  MAX_ROWS,
  type OrderFileError,
  recognizeColumns,
  type Sheet,
  type SheetRow,
  toSheet,
} from './sheet-columns.ts'
import { noteUnread } from './unread-columns.ts'

/** An order with its refunds, and the row where it begins. */
export type ImportEntry = { row: number; order: StoredOrder; refunds: Refund[] }

export type ParsedOrders = {
  errors: OrderFileError[]
  /** Doubtful values by row, which a person has to confirm. */
  questions: OrderFileError[]
  /** Rows that are left out or changed. */
  notes: ImportNote[]
}

type Numbered = { number: number; row: FileRow }

/** The status of all orders that are not cancelled or refunded; `null`: each has its own. */
export type StatusOfAll = (typeof IMPORT_STATUSES)[number] | null

/** Most errors to list. */
export const MAX_PROBLEMS = 100

export type SheetOptions = { columns: ImportColumns | null; status: StatusOfAll; zone: string }

/** `errors` are the first of `errorCount`. */
export type ParsedSheet = Pick<Sheet, 'headers' | 'samples'> &
  ParsedOrders & { columns: ImportColumns; errorCount: number }

/**
 * Parses a spreadsheet whose columns were matched by hand; without `columns`, by their names. One order is in memory at
 * a time. If there are errors, those passed on don't count.
 */
export function parseOrdersSheet(
  text: string | Uint8Array,
  { columns, status, zone }: SheetOptions,
  take: (entry: ImportEntry) => void,
): ParsedSheet {
  const table = withItemRows(parseCsvTable(text, { maxRows: MAX_ROWS, isColumn: isOrderColumn }))
  const used = columns ?? recognizeColumns(table)
  const sheet = toSheet(table, used)
  const { headers, samples } = sheet
  const { errors, ...parsed } = parseOrders(sheet, zone, (order) => toEntry(order, status).forEach(take))
  const first = errors.slice(0, MAX_PROBLEMS)
  const notes = [...noteUnread(table, used), ...parsed.notes].sort((one, other) => one.row - other.row)
  return { headers, samples, columns: used, ...parsed, notes, errors: first, errorCount: errors.length }
}

function parseOrders(sheet: Sheet, zone: string, take: (order: Settled) => void): ParsedOrders {
  const rowErrors: OrderFileError[] = []
  const [questions, notes]: [OrderFileError[], ImportNote[]] = [[], []]
  let orders = 0
  for (const rows of completeOrders(sheet, zone)) {
    const { settled, ...found } = parseOrder(rows, sheet.fields)
    // Not as arguments of one call, which takes a limited number.
    for (const error of found.errors) rowErrors.push(error)
    questions.push(...found.questions)
    notes.push(...found.notes)
    if (settled === null) continue
    orders += 1
    if (rowErrors.length === 0) take(settled)
  }
  const errors = [...sheet.errors, ...withoutColumn(rowErrors, sheet.fields), ...tooMany(questions)]
  if (orders === 0 && errors.length === 0) errors.push({ row: 1, field: '', message: noOrders(notes) })
  return {
    errors: errors.toSorted((one, other) => one.row - other.row),
    questions: questions.slice(0, MAX_QUESTIONS),
    notes,
  }
}

/** `settled` is `null` where no row could be parsed or the order is left out. */
type ParsedOrder = ParsedOrders & { settled: Settled | null }

function parseOrder(rows: readonly SheetRow[], fields: Sheet['fields']): ParsedOrder {
  const errors: OrderFileError[] = []
  const parsed: Numbered[] = []
  for (const { row: number, cells } of rows) {
    const result = z.safeParse(fileRow, cells)
    errors.push(...missingNames(number, cells, fields))
    if (result.success) parsed.push({ number, row: result.data })
    else errors.push(...result.error.issues.map((issue) => errorOf(number, issue)))
  }
  const [first] = parsed
  const notes = first === undefined ? [] : noteLeftOut(first)
  if (first === undefined || notes.length > 0) return { errors, questions: [], notes, settled: null }
  const settled = settle(first, parsed)
  const { questions = [], problems = [] } = Object.groupBy(badAddress(first), ({ message }) =>
    isZipQuestion(message) ? 'questions' : 'problems',
  )
  const found = [...errors, ...disagreements(first, parsed), ...moneyProblem(settled), ...problems]
  return { errors: found, questions, notes: noteSettled(settled), settled }
}

function noOrders([first]: readonly ImportNote[]): string {
  return first === undefined ? 'the file has no orders' : `the file has no order to import. ${first.message}`
}

function noteLeftOut({ number, row }: Numbered): ImportNote[] {
  const reason = leftOutReason(row)
  return reason === null ? [] : [{ row: number, message: `Order ${row.order_id} is left out: ${reason}.` }]
}

type Settled = { first: Numbered; result: ReturnType<typeof settleItems> }

function settle(first: Numbered, rows: readonly Numbered[]): Settled {
  const lines = rows.map(({ row }) => ({ item: toItem(row), discount: row.item_discount ?? 0 }))
  return { first, result: settleItems(lines, { ...first.row, delivery_discount: deliveryDiscount(rows) }) }
}

/** The discount on delivery: one for the order if all rows agree, otherwise one per item. */
function deliveryDiscount(rows: readonly Numbered[]): Cents {
  const parts = rows.map(({ row }) => row.delivery_discount ?? 0)
  return new Set(parts).size === 1 ? (parts[0] ?? 0) : parts.reduce((sum, part) => sum + part, 0)
}

function noteSettled({ first, result }: Settled): ImportNote[] {
  if (!('items' in result) || result.note === null) return []
  return [{ row: first.number, message: `Order ${first.row.order_id}: ${result.note}` }]
}

const PERSON_FIELDS = [
  'full_name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'delivery_address',
  'delivery_city',
] as const

/** Whether an order has no name, address or phone: a sale at a till or a fair. */
function isTillSale(row: Readonly<Partial<Record<(typeof PERSON_FIELDS)[number], string | undefined>>>): boolean {
  return PERSON_FIELDS.every((field) => row[field] === undefined)
}

function missingNames(row: number, cells: SheetRow['cells'], fields: Sheet['fields']): OrderFileError[] {
  if (cells.full_name !== undefined) return []
  // Without a column for a person, the columns are not matched yet.
  if (isTillSale(cells) && PERSON_FIELDS.some((field) => fields.has(field))) return []
  const apart = ['first_name', 'last_name']
  const isTogether = fields.has('full_name') && !apart.every((name) => fields.has(name))
  const missing = isTogether ? ['full_name'] : apart.filter((name) => cells[name] === undefined)
  return missing.map((field) => ({ row, field, message: MISSING_PROBLEM }))
}

const MISSING_PROBLEM = 'is missing'
const NO_ITEMS = 'product name, unit price and quantity have no column; please export a file with one row per item'

/** Reports a field without a column once instead of in every row. */
function withoutColumn(errors: readonly OrderFileError[], fields: ReadonlySet<string>): OrderFileError[] {
  const isAbsent = ({ field, message }: OrderFileError) => message === MISSING_PROBLEM && !fields.has(field)
  const absent = new Set(errors.filter(isAbsent).map(({ field }) => field))
  // Some exports have one row per order, without its items.
  const hasNoItems = ITEM_FIELDS.every((field) => absent.has(field))
  const named = [...absent].filter((field) => !(hasNoItems && ITEM_FIELDS.includes(field)))
  return [
    ...(hasNoItems ? [{ row: 1, field: '', message: NO_ITEMS }] : []),
    ...named.map((field) => ({ row: 1, field, message: 'has no column' })),
    ...errors.filter((error) => !isAbsent(error)),
  ]
}

function errorOf(row: number, issue: z.core.$ZodIssue): OrderFileError {
  if (issue.code === 'unrecognized_keys') {
    return { row: 1, field: issue.keys.join(', '), message: 'isn’t a column in this file' }
  }
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  return { row, field: issue.path.map(String).join('.'), message: missing ? MISSING_PROBLEM : issue.message }
}

function disagreements(first: Numbered, rows: readonly Numbered[]): OrderFileError[] {
  return rows.slice(1).flatMap(({ number, row }) =>
    SAME_IN_ORDER.filter(
      (field) => field !== 'delivery_discount' && Reflect.get(row, field) !== Reflect.get(first.row, field),
    ).map((field) => {
      return { row: number, field, message: `is not the same as in row ${first.number} of this order` }
    }),
  )
}

function moneyProblem({ first: { number, row }, result }: Settled): OrderFileError[] {
  if (!('items' in result)) return [{ row: number, ...result }]
  const problem = (field: ImportField, message: string) => [{ row: number, field, message }]
  if (result.items.length === 0) return problem('quantity', 'must be at least 1 in one row of the order')
  const { tax_amount = 0, refunded_amount = 0 } = row
  const paid = goodsTotal(result.items) + tax_amount + result.delivery
  if (paid > MAX_ORDER_CENTS) {
    return problem('price', `adds up to more than ${formatAdminMoney(MAX_ORDER_CENTS)} for the order`)
  }
  return refunded_amount > paid ? problem('refunded_amount', `is more than was paid, ${formatAdminMoney(paid)}`) : []
}

/** An address without its street would look complete on the packing slip. */
function badAddress({ number, row }: Numbered): OrderFileError[] {
  const address = addressOfRow(row)
  if (address === null) return []
  const problem = (message: string, field = 'delivery_address') => [{ row: number, field, message }]
  const wrong = addressProblem(row)
  const found = wrong === null ? [] : problem(wrong.message, wrong.field)
  if (wrong !== null && !isZipQuestion(wrong.message)) return found
  if (row.delivery_address === undefined) return problem('is missing, but other parts of the address are filled in')
  const text = typeof address === 'string' ? address : formatAddress(address)
  return text.length > ADDRESS_LENGTH ? problem('is too long') : found
}

function tooMany({ length }: readonly OrderFileError[]): OrderFileError[] {
  if (length <= MAX_QUESTIONS) return []
  return [
    {
      row: 1,
      field: 'delivery_zip',
      message: `${length} ZIP codes don’t belong to their states. Is this the right column?`,
    },
  ]
}

/** An address that is not certain stays a text, and the family is asked to correct it. */
function importedAddress(row: FileRow): AddressColumns {
  const address = addressOfRow(row)
  if (typeof address !== 'string') return addressColumns(address)
  return { ...NO_ADDRESS, region: findRegion(address), delivery_address: address }
}

function toEntry({ first: { number, row }, result }: Settled, statusOfAll: StatusOfAll): ImportEntry[] {
  if (!('items' in result)) return []
  const { items } = result
  const isTill = isTillSale(row)
  const draft = buildOrder({
    order_id: row.order_id,
    order_date: row.order_date,
    ...splitNames(row),
    email: row.email ?? '',
    phone: row.phone ?? null,
    channel: row.channel ?? (isTill ? 'fair' : 'online'),
    state: findTaxState(row),
    customer_id: row.customer_id ?? null,
    tax_cents: row.tax_amount ?? 0,
    tax_rate_millionths: toMillionths(Number(row.combined_tax_rate ?? 0)),
    delivery_cents: result.delivery,
    ...importedAddress(row),
    tracking_number: row.tracking_number ?? null,
    estimated_delivery_date: row.estimated_delivery_date ?? null,
    items,
  })
  const { status: read, words: imported } = parseStatus(row, paidCents(draft))
  // Goods sold at a till leave with the customer, unless the file says otherwise.
  const isGone = read === 'shipped' || (read === 'processing' && row.order_status === undefined)
  const status = isTill && isGone ? 'delivered' : read
  const order = { ...draft, order_status: status, imported_status: imported }
  const after = statusAfter(order)
  // Some programs mark a full refund without an amount.
  const isRefunded =
    after === 'refunded' && items.some(({ cancellation_status = null }) => cancellation_status === null)
  const refunds = refundsOf(row, isRefunded ? paidCents(draft) : 0)
  const known =
    statusOfAll !== null && after !== 'cancelled' && after !== 'refunded'
      ? { order_status: statusOfAll, imported_status: null }
      : { order_status: after, imported_status: after === status ? imported : null }
  return [{ row: number, order: { ...order, ...known }, refunds }]
}

/** The refund, dated by the cancellation or the order, since exports have no day for it. */
function refundsOf(
  { order_id, order_date, cancelled_at = order_date, refunded_amount = 0 }: FileRow,
  paid: Cents,
): Refund[] {
  const amount_cents = refunded_amount === 0 ? paid : refunded_amount
  if (amount_cents === 0) return []
  const refunded_at = noonOf(cancelled_at).toISOString()
  const refund = { refund_id: `${order_id}-R1`, order_id, amount_cents, note: '', refunded_at }
  return [{ ...refund, operation_id: null, return_id: null }]
}
