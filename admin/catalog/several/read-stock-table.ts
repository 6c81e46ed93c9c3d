/** A row of a pasted table: its number there, what names the product, and the text of its stock. */
export type StockLine = { row: number; product: string; stock: string }

const PRODUCT_NAMES = ['product_id', 'id', 'slug', 'sku', 'product', 'product_name', 'name']
const STOCK_NAMES = ['stock', 'stock_quantity', 'quantity', 'count', 'pieces', 'in stock']

/**
 * The rows of a table that was copied from a spreadsheet: cells separated by tabs, semicolons or commas. A header
 * names the columns; without one the first cell is the product, and the last one its stock. Rows are counted as the
 * spreadsheet does, header and blank ones included.
 */
export function readStockTable(text: string): StockLine[] {
  const separator = ['\t', ';'].find((sign) => text.includes(sign)) ?? ','
  const rows = text
    .split(/\r\n|\r|\n/)
    .map((line, index) => ({ row: index + 1, cells: cellsOf(line, separator), isBlank: line.trim() === '' }))
    .filter(({ isBlank }) => !isBlank)
  const header = rows[0]?.cells.map((cell) => cell.toLowerCase()) ?? []
  const [product, stock] = [find(header, PRODUCT_NAMES), find(header, STOCK_NAMES)]
  if (product !== -1 && stock !== -1) {
    return rows.slice(1).map(({ row, cells }) => ({ row, product: cells[product] ?? '', stock: cells[stock] ?? '' }))
  }
  return rows.map(({ row, cells }) => ({
    row,
    product: cells[0] ?? '',
    stock: cells.length < 2 ? '' : (cells.at(-1) ?? ''),
  }))
}

/** The first of the names that the header has; -1 for none. */
function find(header: readonly string[], names: readonly string[]): number {
  return header.findIndex((cell) => names.includes(cell))
}

function cellsOf(line: string, separator: string): string[] {
  return line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}
