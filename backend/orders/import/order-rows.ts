import { findDayOrder, parseSheetDay } from '../../platform/lib/csv/sheet-day.ts'
import { plainOrderId, SAME_IN_ORDER } from './order-cells.ts'
import type { Sheet, SheetRow } from './sheet-columns.ts'

/** The rows of a table, and how one is read. */
type TableRows = Pick<Sheet, 'rows' | 'read'>

/** Groups rows by order, and makes and completes an order's rows when its turn comes. `zone` is the shop's time zone. */
export function* completeOrders({ rows, read }: TableRows, zone: string): Generator<SheetRow[]> {
  const normalize = createReader({ rows, read }, zone)
  // A row without a number is an order of its own.
  const orders = Map.groupBy(rows, (row) => plainOrderId(read(row).cells.order_id ?? '') || row)
  for (const order of orders.values()) yield completeOrder(order.map((row) => normalize(read(row))))
}

const DAY_FIELDS = ['order_date', 'cancelled_at', 'estimated_delivery_date']
const HTML_ENTITIES: Readonly<Record<string, string>> = {
  ...{ '&quot;': '"', '&#34;': '"', '&#39;': "'", '&#039;': "'", '&apos;': "'" },
  ...{ '&lt;': '<', '&gt;': '>', '&nbsp;': ' ', '&amp;': '&' },
}

/** Normalizes cells: days by the file's order of day and month, names without HTML entities. */
function createReader(table: TableRows, zone: string): (row: SheetRow) => SheetRow {
  const order = findDayOrder(daysOf(table))
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

function* daysOf({ rows, read }: TableRows): Generator<string> {
  for (const row of rows) {
    const { cells } = read(row)
    yield* DAY_FIELDS.flatMap((field) => cells[field] ?? [])
  }
}

export const ITEM_FIELDS: readonly string[] = ['product_name', 'price', 'quantity']

/** Fills in order cells that only the first row has, and drops rows of further payments. */
function completeOrder([first, ...others]: SheetRow[]): SheetRow[] {
  if (first === undefined) return []
  const shared = Object.fromEntries(Object.entries(first.cells).filter(([field]) => SAME_IN_ORDER.includes(field)))
  const items = others.filter(({ cells }) => ITEM_FIELDS.some((field) => cells[field] !== undefined))
  return [first, ...items.map(({ row, cells }) => ({ row, cells: { ...shared, ...cells } }))]
}
