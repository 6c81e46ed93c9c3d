import { normalizeOrderNumber } from '@shop/contract/orders/calls'
import { CARRIER_LENGTH, MAX_SHIPPED } from '@shop/contract/orders/shipping'
import {
  areTrackingNumbers,
  joinTrackingNumbers,
  listTrackingNumbers,
  TRACKING_NUMBER,
} from '@shop/contract/orders/tracking'
import { halfWidth } from '@shop/contract/text/clean-input'
import { formatCount } from '@shop/contract/text/plural'
import { describeProblem, parseCsvTable, type Table } from '../../platform/lib/csv/csv-table.ts'
import { stripControlCharacters } from '../../platform/lib/text.ts'

/** A row with an order and its tracking number. `carrier` is `null` without a column for it. */
export type TrackedRow = { row: number; orderId: string; trackingNumber: string; carrier: string | null }

/** The reason a row is left out. Rows are numbered as in the spreadsheet, where the header is row 1. */
export type RefusedRow = { row: number; message: string }

/** `problem`: the reason nothing in the file can be read. */
export type TrackingFile = { rows: readonly TrackedRow[]; refused: readonly RefusedRow[]; problem: string | null }

/** Column names of label services, in letters and digits only. The first match counts. */
const COLUMN_NAMES = {
  order:
    'orderid ordernumber orderno ordernum order orderreference customerreference reference1 referencenumber1 reference referencenumber referenceid',
  tracking:
    'trackingnumber trackingnumbers tracking trackingno trackingnum trackingid trackingcode packagetrackingnumber shipmenttrackingnumber leadtrackingnumber labelnumber',
  carrier: 'carrier carriername shippingcarrier courier provider',
} as const

/** Words of "Tracking URL" and the like, which a column of numbers lacks. */
const ABOUT_TRACKING = /url|link|page|status|date|time|event|type|provider|carrier|email/

/** Looser names, such as "USPS Tracking #", which count only if a single column matches. */
const IS_OTHER_NAME: Readonly<Record<keyof typeof COLUMN_NAMES, (name: string) => boolean>> = {
  order: (name) => /order(?:number|no|num|id)$/.test(name) && !name.startsWith('purchase'),
  tracking: (name) => name.includes('tracking') && !ABOUT_TRACKING.test(name),
  carrier: () => false,
}

/** Columns with the status of a label in words. */
const STATUS_NAMES = /^(?:shipping|shipment|postage|print)?(?:label)?status$/
/** Columns that mark a void or return label by a day, yes or no, or the state of a refund. */
const VOIDED_NAMES =
  /^(?:is|date|label|package|postage|shipment(?:information)?)?(?:void(?:ed)?|refund(?:ed)?|cancell?(?:ed|ation)|deleted|return(?:label)?)(?:date|at|on|status|indicator|flag)?$/
/** A cell of any column that marks a void label. */
const VOIDED_CELL = /^(?:(?:label|shipment|postage) )?(?:void(?:ed)?|refund(?:ed)?|cancell?ed|return)(?: label)?$/i

/** Parses a label service's file. Void or refunded labels ship nothing; several numbers of an order are parcels. */
export function parseTrackingFile(text: string): TrackingFile {
  const table = parseCsvTable(text, { maxRows: MAX_SHIPPED, isColumn })
  const problem = problemOf(table)
  if (problem !== null) return { rows: [], refused: [], problem }
  const isVoided = createVoidedRule(table.headers)
  const live: LabelRow[] = []
  const voided: RefusedRow[] = []
  const [order, tracking, carrier] = [columnOf(table, 'order'), columnOf(table, 'tracking'), columnOf(table, 'carrier')]
  for (const { row, cells } of table.rows) {
    const word = isVoided(cells)
    if (word !== null) voided.push({ row, message: `This label is marked “${shorten(word)}”, so nothing ships.` })
    else {
      const one = {
        row,
        orderId: normalizeOrderNumber(cells[order] ?? ''),
        trackingNumber: numbersIn(cells[tracking] ?? ''),
        carrier: stripControlCharacters(cells[carrier] ?? '').slice(0, CARRIER_LENGTH) || null,
      }
      live.push({ ...one, message: rowProblem(one) })
    }
  }
  const orders = [...Map.groupBy(live, ({ orderId }) => orderId).values()].map(planShipment)
  return {
    rows: orders.flatMap(({ shipped }) => shipped ?? []).sort((one, other) => one.row - other.row),
    refused: [...voided, ...orders.flatMap(({ refused }) => refused)].sort((one, other) => one.row - other.row),
    problem: null,
  }
}

/** Fewest characters of a number; groups of digits are shorter. */
const MIN_NUMBER_LENGTH = 10

/** A cell can hold the numbers of several parcels. */
function numbersIn(cell: string): string {
  const text = halfWidth(cell).replace(/[^\S\n]+/g, ' ')
  if (SHORTENED_NUMBER.test(text)) return text
  const parts = text.split(/ (?:[/&+]|and) /)
  if (parts.length > 1 && parts.every((part) => part.replaceAll(' ', '').length >= MIN_NUMBER_LENGTH)) {
    return joinTrackingNumbers(parts)
  }
  // Spaces and slashes separate numbers, or groups of digits within one.
  const words = text.split(/ ?(?:[/&+]|\band\b) ?| /)
  const list = words.every((word) => word.length >= MIN_NUMBER_LENGTH) ? words.join(',') : text
  return joinTrackingNumbers(listTrackingNumbers(list.replace(/[;|\n]/g, ',')))
}

type LabelRow = TrackedRow & { message: string | null }

/** The rows of one order, which ships with all its parcels or, if one cannot be read, not at all. */
function planShipment(rows: readonly LabelRow[]): { shipped: TrackedRow | null; refused: RefusedRow[] } {
  // A file of items has the number in only one row of the order.
  const numbered = rows.filter(({ trackingNumber }) => trackingNumber !== '')
  const labels = numbered.length === 0 ? rows : numbered
  const [first] = labels
  const wrong = labels.find(({ message }) => message !== null)
  if (first === undefined) return { shipped: null, refused: [] }
  if (wrong !== undefined) {
    const also = `Order ${first.orderId} is also in row ${wrong.row}, which can’t be used.`
    return { shipped: null, refused: labels.map(({ row, message }) => ({ row, message: message ?? also })) }
  }
  const { row, orderId } = first
  const carrier = labels.every((label) => label.carrier === first.carrier) ? first.carrier : null
  const numbers = [...new Set(labels.flatMap((label) => listTrackingNumbers(label.trackingNumber)))]
  const trackingNumber = joinTrackingNumbers(numbers)
  if (areTrackingNumbers(trackingNumber)) return { shipped: { row, orderId, trackingNumber, carrier }, refused: [] }
  return { shipped: null, refused: [{ row, message: `Order ${orderId} has too many parcels: ${numbers.length}.` }] }
}

/** The word that marks a row's label as void; `null` without one. */
function createVoidedRule(headers: readonly string[]): (cells: readonly string[]) => string | null {
  const names = headers.map(plainName)
  const isWord = names.map((name) => STATUS_NAMES.test(name))
  const isMark = names.map((name) => VOIDED_NAMES.test(name))
  return (cells) => {
    const column = cells.findIndex(
      (cell, at) => (isWord[at] && isVoidedWord(cell)) || (isMark[at] ? isYes(cell) : VOIDED_CELL.test(cell)),
    )
    const isOtherMark = isMark[column] && !names[column]?.endsWith('status')
    return column === -1 ? null : ((isOtherMark ? headers[column] : cells[column]) ?? null)
  }
}

/** A label whose refund was refused is still valid. */
function isVoidedWord(cell: string): boolean {
  return (
    /void|refund|cancel|delet|spoil|invalid|fail|error/i.test(cell) &&
    !/^(?:not|never|no)\b|reject|denied|declined/i.test(cell)
  )
}

/** Text that some programs write for no day. */
const NO_DAY = /^(?:\$?0[0 T:./-]*|0?1\/0?1\/0001.*|0001-01-01.*)$/i

function isYes(cell: string): boolean {
  return (
    !/^(?:|no|n|false|f|[-–—]|none|never|null|n\/a|not[ _].*|eligible|available)$/i.test(cell) &&
    !/reject|denied|declined|fail|error/i.test(cell) &&
    !NO_DAY.test(cell)
  )
}

function problemOf(table: Table): string | null {
  const { headers, rows, problems } = table
  const [first, ...others] = problems.map((problem) => describeProblem(headers, problem))
  if (first !== undefined) {
    const more = others.length === 0 ? '' : ` ${others.length} more are wrong.`
    return `Row ${first.row}: ${first.message}.${more}`
  }
  if (headers.length === 0) return 'This file is empty.'
  for (const [field, words] of [
    ['order', 'with the order numbers. Name one “Order ID”'],
    ['tracking', 'with the tracking numbers. Name one “Tracking Number”'],
  ] as const) {
    if (columnOf(table, field) === -1) {
      const shown = headers.slice(0, MAX_SHOWN_COLUMNS).map((name) => name.slice(0, MAX_SHOWN_COLUMNS) || '(no name)')
      return `There is no column ${words}. The first row has ${formatCount(headers.length, 'column')}: ${shown.join(', ')}${headers.length > MAX_SHOWN_COLUMNS ? ' …' : ''}.`
    }
  }
  return rows.length === 0 ? 'There are no orders in this file, only a header row.' : null
}

/** Most columns, and characters of a name, in a sentence. */
const MAX_SHOWN_COLUMNS = 20

function isColumn(header: string): boolean {
  const name = plainName(header)
  return (
    Object.values(COLUMN_NAMES).some((names) => names.split(' ').includes(name)) ||
    Object.values(IS_OTHER_NAME).some((isOther) => isOther(name))
  )
}

function columnOf({ headers }: Pick<Table, 'headers'>, field: keyof typeof COLUMN_NAMES): number {
  const names = headers.map(plainName)
  const known = COLUMN_NAMES[field].split(' ').find((name) => names.includes(name))
  if (known !== undefined) return names.indexOf(known)
  const others = names.filter(IS_OTHER_NAME[field])
  return others.length === 1 ? names.indexOf(others[0] ?? '') : -1
}

function plainName(header: string): string {
  return header.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** `9.4E+21`, as a spreadsheet shortens a long number. */
const SHORTENED_NUMBER = /^\d+(?:[.,]\d+)?E ?\+?\d+$/i
/** A spreadsheet keeps 15 digits of a number and adds zeros. Other programs add decimals. */
const ROUNDED_NUMBER = /^(?:\d{15}0{3,}|\d+\.0+)$/

function rowProblem({ orderId, trackingNumber }: TrackedRow): string | null {
  if (orderId === '') return 'It has no order number.'
  if (!/^\d{1,18}$/.test(orderId)) return `“${shorten(orderId)}” isn’t an order number.`
  if (trackingNumber === '') return `Order ${orderId} has no tracking number here.`
  const numbers = SHORTENED_NUMBER.test(trackingNumber) ? [trackingNumber] : listTrackingNumbers(trackingNumber)
  const cut = numbers.find((number) => SHORTENED_NUMBER.test(number) || ROUNDED_NUMBER.test(number.replaceAll(' ', '')))
  if (cut !== undefined) {
    return `“${shorten(cut)}” of order ${orderId} isn’t a whole tracking number: a spreadsheet has cut its digits. Use the file as the label service saved it, or set that column to text.`
  }
  const wrong = numbers.find((number) => !TRACKING_NUMBER.test(number))
  if (wrong !== undefined) {
    return `“${shorten(wrong)}” of order ${orderId} isn’t a tracking number. It can have letters, digits, spaces, dots, slashes and dashes, at most 100.`
  }
  return null
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
