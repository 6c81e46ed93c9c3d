import { describeProblem, parsePastedRows, type TableRow } from '../../platform/lib/csv/csv-table.ts'

/** `row` is its number; `product` an id or a name. */
export type StockLine = { row: number; product: string; stock: string }
export type StockTable = { lines: StockLine[]; problems: { row: number; message: string }[] }

const MAX_ROWS = 100_000
const PRODUCT_NAMES = ['product id', 'id', 'slug', 'sku', 'product', 'product name', 'name']
const STOCK_NAMES = [
  'stock',
  'stock quantity',
  'quantity',
  'qty',
  'count',
  'pieces',
  'in stock',
  'on hand',
  'inventory',
]

/** Parses rows copied from a spreadsheet, with or without a header, numbered like there. */
export function parseStockTable(text: string): StockTable {
  const { rows, problems } = parsePastedRows(text, MAX_ROWS)
  if (problems.length > 0) return { lines: [], problems: problems.map((problem) => describeProblem([], problem)) }
  const header = rows.slice(0, HEADER_ROWS).find((row) => placesOf(row) !== null)
  const places = header === undefined ? null : placesOf(header)
  if (header === undefined || places === null) return { lines: rows.map(withoutHeader), problems: [] }
  const named = rows.slice(rows.indexOf(header) + 1)
  const tooLong = named.filter(({ cells }) => cells.length > header.cells.length)
  return {
    lines: named.map(({ row, cells }) => {
      return { row, product: cells[places.product] ?? '', stock: cells[places.stock] ?? '' }
    }),
    problems: tooLong.map(({ row, cells }) => {
      return { row, message: `It has ${cells.length} cells, and the header has ${header.cells.length}.` }
    }),
  }
}

const HEADER_ROWS = 10

/** The columns of product and stock; `null` without a header. */
function placesOf({ cells }: TableRow): { product: number; stock: number } | null {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[ _-]+/g, ' '))
  const [product, stock] = [PRODUCT_NAMES, STOCK_NAMES].map((known) => names.findIndex((name) => known.includes(name)))
  if (product === undefined || stock === undefined || product === -1 || stock === -1) return null
  return { product, stock }
}

function withoutHeader({ row, cells }: TableRow): StockLine {
  return { row, product: cells[0] ?? '', stock: cells.length < 2 ? '' : (cells.at(-1) ?? '') }
}
