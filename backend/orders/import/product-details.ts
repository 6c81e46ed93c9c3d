import type { Table, TableRow } from '../../platform/lib/csv/csv-table.ts'
import { MAX_ROWS } from './sheet-columns.ts'

/** BigCommerce's column with all items of an order. */
const PRODUCT_DETAILS = 'product details'
const ITEM_COLUMNS = ['Product Name', 'Product Qty', 'Product Unit Price']

/**
 * Makes one row per item from a cell such as `Product ID: 7, Product Qty: 2, Product SKU: , Product Name: Sling,
 * Product Unit Price: 79.00|Product ID: 8, …`.
 */
export function withItemRows(table: Table): Table {
  const names = table.headers.map((name) => name.toLowerCase())
  const column = names.indexOf(PRODUCT_DETAILS)
  if (column === -1 || names.includes('product name')) return table
  const headers = [...table.headers, ...ITEM_COLUMNS]
  const rows: TableRow[] = []
  for (const row of table.rows) {
    rows.push(...rowsOf(row, column, table.headers))
    if (rows.length > MAX_ROWS) return { headers, rows: [], problems: [...table.problems, tooMany(row)] }
  }
  return { headers, rows, problems: table.problems }
}

function tooMany({ row }: TableRow): Table['problems'][number] {
  return {
    row,
    column: null,
    message: `the file has more than ${MAX_ROWS.toLocaleString('en-US')} items; divide it into several`,
  }
}

function rowsOf({ row, cells }: TableRow, column: number, headers: readonly string[]): TableRow[] {
  const order = headers.map((_, index) => cells[index] ?? '')
  return (cells[column] ?? '').split(/\|(?= ?Product ID:)/, MAX_ROWS + 1).map((item) => {
    const parts = new Map(item.split(NEXT_PART).map(partOf))
    return { row, cells: [...order, ...ITEM_COLUMNS.map((name) => parts.get(name) ?? '')] }
  })
}

/** A name may have commas. */
const NEXT_PART = /,\s*(?=Product (?:ID|Qty|SKU|Name|Weight|Variation Details|Unit Price|Total Price):)/

function partOf(text: string): [string, string] {
  const colon = text.indexOf(':')
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()]
}
