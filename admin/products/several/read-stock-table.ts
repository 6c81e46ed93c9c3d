/** A row of a pasted table: what names the product, and the text of its stock. */
export type StockLine = { product: string; stock: string }

const PRODUCT_NAMES = ['product_id', 'id', 'slug', 'sku', 'product', 'product_name', 'name']
const STOCK_NAMES = ['stock', 'stock_quantity', 'quantity', 'count', 'pieces', 'in stock']

/**
 * The rows of a table that was copied from a spreadsheet: cells separated by tabs, semicolons or commas. A header
 * names the columns; without one the first cell is the product, and the last one its stock.
 */
export function readStockTable(text: string): StockLine[] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const [first = ''] = lines
  const separator = ['\t', ';'].find((sign) => text.includes(sign)) ?? ','
  const header = cellsOf(first, separator).map((cell) => cell.toLowerCase())
  const [product, stock] = [find(header, PRODUCT_NAMES), find(header, STOCK_NAMES)]
  if (product !== -1 && stock !== -1) {
    return lines.slice(1).map((line) => {
      const cells = cellsOf(line, separator)
      return { product: cells[product] ?? '', stock: cells[stock] ?? '' }
    })
  }
  return lines.map((line) => {
    const cells = cellsOf(line, separator)
    return { product: cells[0] ?? '', stock: cells.length < 2 ? '' : (cells.at(-1) ?? '') }
  })
}

/** The first of the names that the header has; -1 for none. */
function find(header: readonly string[], names: readonly string[]): number {
  return header.findIndex((cell) => names.includes(cell))
}

function cellsOf(line: string, separator: string): string[] {
  return line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
}
