import { findDayOrder, parseSheetDay } from '../../platform/lib/csv/sheet-day.ts'
import { SAME_IN_ORDER } from './order-cells.ts'
import type { SheetRow } from './sheet-columns.ts'

/** Completes rows with the cells of their orders. `zone` is the shop's time zone. */
export function completeOrderRows(rows: Iterable<SheetRow>, zone: string): Iterable<SheetRow> {
  return withOrderCells(rows, createReader(rows, zone))
}

const DAY_FIELDS = ['order_date', 'cancelled_at', 'estimated_delivery_date']
const HTML_ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&quot;': '"', '&#34;': '"', '&#39;': "'", '&#039;': "'", '&apos;': "'" },
  ...{ '&lt;': '<', '&gt;': '>', '&nbsp;': ' ', '&amp;': '&' },
}

/** Normalizes cells: days by the file's order of day and month, names without HTML entities. */
function createReader(rows: Iterable<SheetRow>, zone: string): (row: SheetRow) => SheetRow {
  const order = findDayOrder(daysOf(rows))
  return ({ row, cells }) => {
    const days = DAY_FIELDS.flatMap((field) => {
      const text = cells[field]
      return text === undefined ? [] : [[field, parseSheetDay(text, order, zone)]]
    })
    const { product_name: name, price, quantity } = cells
    const item = {
      ...(name !== undefined && { product_name: name.replace(/&#?\w{1,8};/g, (text) => HTML_ENTITIES[text] ?? text) }),
      // A removed item may have no price.
      ...(price === undefined && Number(quantity) === 0 && { price: '0' }),
    }
    return { row, cells: { ...cells, ...Object.fromEntries(days), ...item } }
  }
}

function* daysOf(rows: Iterable<SheetRow>): Generator<string> {
  for (const { cells } of rows) yield* DAY_FIELDS.flatMap((field) => cells[field] ?? [])
}

export const ITEM_FIELDS: readonly string[] = ['product_name', 'price', 'quantity']

/** Fills in order cells that only the first row has, and drops rows of further payments. */
function* withOrderCells(rows: Iterable<SheetRow>, read: (row: SheetRow) => SheetRow): Generator<SheetRow> {
  const firstCells = new Map<string, Record<string, string>>()
  for (const written of rows) {
    const { row, cells } = read(written)
    const { order_id = '' } = cells
    const first = firstCells.get(order_id)
    if (first === undefined) {
      const shared = Object.entries(cells).filter(([field]) => SAME_IN_ORDER.includes(field))
      if (order_id !== '') firstCells.set(order_id, Object.fromEntries(shared))
      yield { row, cells }
    } else if (ITEM_FIELDS.some((field) => cells[field] !== undefined)) {
      yield { row, cells: { ...first, ...cells } }
    }
  }
}
