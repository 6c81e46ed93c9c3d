import { TRACKING_NUMBER } from '@shop/contract/admin/orders'
import { CARRIER_LENGTH, MAX_SHIPPED } from '@shop/contract/admin/shipping'
import { normalizeOrderNumber } from '@shop/contract/orders'
import { formatCount } from '@shop/contract/plural'
import { readCsvTable, type Table } from '../lib/csv-table.ts'
import { stripControlCharacters } from '../lib/text.ts'

/** A row that names an order and the number of its parcel; `carrier` is `null` where the file has none. */
export type TrackedRow = { row: number; orderId: string; trackingNumber: string; carrier: string | null }

/** Why a row is not taken; rows are numbered as in the spreadsheet, the header being row 1. */
export type RefusedRow = { row: number; message: string }

/** `problem` says why nothing of the file can be read. */
export type TrackingFile = { rows: readonly TrackedRow[]; refused: readonly RefusedRow[]; problem: string | null }

/** Names of columns in the answers of services for labels, in letters and figures alone; the first that is there counts. */
const NAMES = {
  order:
    'orderid ordernumber orderno ordernum order orderreference customerreference reference1 referencenumber1 reference referencenumber',
  tracking:
    'trackingnumber tracking trackingno trackingnum trackingid trackingcode packagetrackingnumber shipmenttrackingnumber leadtrackingnumber labelnumber',
  carrier: 'carrier carriername shippingcarrier courier provider',
} as const

/** Reads what a service for labels gives back: a table whose columns are found by their names. */
export function parseTrackingFile(text: string): TrackingFile {
  const table = readCsvTable(text, MAX_SHIPPED)
  const problem = problemOf(table)
  if (problem !== null) return { rows: [], refused: [], problem }
  const [order, tracking, carrier] = [columnOf(table, 'order'), columnOf(table, 'tracking'), columnOf(table, 'carrier')]
  const read = table.rows.map(({ row, cells }) => {
    const trackingNumber = plain(cells[tracking])
    return {
      row,
      orderId: normalizeOrderNumber(plain(cells[order])),
      trackingNumber,
      carrier: stripControlCharacters(plain(cells[carrier])).slice(0, CARRIER_LENGTH) || null,
    }
  })
  const counts = Map.groupBy(read, ({ orderId }) => orderId)
  const judged = read.map((one) => ({ one, message: rowProblem(one, counts.get(one.orderId) ?? []) }))
  return {
    rows: judged.flatMap(({ one, message }) => (message === null ? [one] : [])),
    refused: judged.flatMap(({ one: { row }, message }) => (message === null ? [] : [{ row, message }])),
    problem: null,
  }
}

function problemOf(table: Table): string | null {
  const { headers, rows, problem } = table
  if (problem !== null) return `Row ${problem.row}: ${problem.message}.`
  if (headers.length === 0) return 'There is nothing in this file.'
  for (const [field, words] of [
    ['order', 'with the order numbers. Name one “Order ID”'],
    ['tracking', 'with the tracking numbers. Name one “Tracking Number”'],
  ] as const) {
    if (columnOf(table, field) === -1) {
      const shown = headers.slice(0, SHOWN).map((name) => name.slice(0, SHOWN) || '(no name)')
      return `There is no column ${words}. The first row has ${formatCount(headers.length, 'column')}: ${shown.join(', ')}${headers.length > SHOWN ? ' …' : ''}.`
    }
  }
  return rows.length === 0 ? 'There is no order in this file: it has a first row alone.' : null
}

/** Columns, and characters of each name, that a sentence lists. */
const SHOWN = 20

/** The index of a column; -1 without one. */
function columnOf({ headers }: Pick<Table, 'headers'>, field: keyof typeof NAMES): number {
  const names = headers.map((header) => header.toLowerCase().replace(/[^a-z0-9]/g, ''))
  const known = NAMES[field].split(' ').find((name) => names.includes(name))
  return known === undefined ? -1 : names.indexOf(known)
}

/** A cell without what keeps spreadsheets from reading it as a number: `="9400"` and `'9400`. */
function plain(cell = ''): string {
  return cell
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()
}

/** `9.4E+21`, as a spreadsheet shortens a long number. */
const SHORTENED = /^\d+(?:[.,]\d+)?E\+?\d+$/i
/** A spreadsheet knows 15 digits of a number, and fills up with zeros. */
const ROUNDED = /^\d{15}0{5,}$/

/** Why a row is not taken; `null` when it is. */
function rowProblem({ row, orderId, trackingNumber }: TrackedRow, sameOrder: readonly TrackedRow[]): string | null {
  if (orderId === '') return 'It has no order number.'
  if (!/^\d{1,18}$/.test(orderId)) return `“${shorten(orderId)}” is no order number.`
  const others = sameOrder.filter((other) => other.row !== row).map((other) => other.row)
  if (others.length > 0) {
    return `Order ${orderId} is also in row ${others.slice(0, SHOWN).join(', ')}. Keep only the row that counts.`
  }
  if (trackingNumber === '') return `Order ${orderId} has no tracking number here.`
  if (SHORTENED.test(trackingNumber) || ROUNDED.test(trackingNumber)) {
    return `“${shorten(trackingNumber)}” of order ${orderId} is no whole tracking number: a spreadsheet has cut its digits. Take the file as the service for labels saved it, or set that column to text.`
  }
  if (!TRACKING_NUMBER.test(trackingNumber)) {
    return `“${shorten(trackingNumber)}” of order ${orderId} is no tracking number: it may hold letters, digits, blanks, dots, slashes and dashes, at most 100.`
  }
  return null
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
