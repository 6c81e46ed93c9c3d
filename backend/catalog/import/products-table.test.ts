import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { pack } from '../../platform/lib/packed.ts'
import { readSheetFile } from '../../testing/files/sheets.ts'
import { TEST_CATALOG_FILE } from '../../testing/test-catalog.ts'
import type { ProductDraft } from '../catalog.repository.ts'
import type { FileRow } from './catalog-file.ts'
import { type CsvRowError, packRows, parseProductsTable } from './products-table.ts'

const LINES = ['Campus', 'Hybrid', 'Nomad', 'Accessories']
const rows: FileRow[] = JSON.parse(await readFile(TEST_CATALOG_FILE, 'utf8'))

/** Reads a table into a shop with these products. */
function readInto(known: readonly FileRow[], csv: string, stock = true) {
  const placed = known.map((row, position) => ({ row: { ...row, former_slugs: [] }, position }))
  const products: ProductDraft[] = []
  const part = { ids: known.map(({ product_id }) => product_id), packed: pack(placed) }
  const told = parseProductsTable(packRows(csv), { products: [part], lines: LINES }, { stock }, ({ after }) => {
    products.push(after)
  })
  return { ...told, products }
}
const read = (csv: string) => readInto(rows, csv)
const linesOf = (errors: readonly CsvRowError[]) =>
  errors.map(({ row, field, message }) => `${row} ${field}: ${message}`)

test.each([
  ['$125.00', 12_500],
  ['1,098.50', 109_850],
  ['$ 1,098', 109_800],
])('the price %j is read as a spreadsheet means it', async (price, cents) => {
  const { products } = read(`product_id,price\n101,"${price}"`)
  expect(products.find(({ product_id }) => product_id === '101')?.price_cents).toBe(cents)
})

test('days that a spreadsheet of the United States has rewritten are read', () => {
  const { products, errors } = read(
    'product_id,price,sale_price,sale_from,sale_until\n101,79,70,11/27/2026,12/1/2026\n',
  )
  expect(errors).toEqual([])
  expect(products.find(({ product_id }) => product_id === '101')).toMatchObject({
    sale_from: '2026-11-27',
    sale_until: '2026-12-01',
  })
})

test('an unknown product is told once, with what a new one needs', async () => {
  const { errors } = read('product_id,price\n999,79')
  expect(linesOf(errors)).toEqual([
    '2 product_id: there is no product "999"; for a new one fill in slug, product_name, line, short_description, description, stock',
  ])
})

test('all problems of a table are told in one pass', async () => {
  const { errors, errorCount } = read(
    'product_id,price,sale_price,colour,laptop_inches\n101,"12,50",,Red,$5\n102,,x,,\n999,79,,,\n101,1,2,,',
  )
  expect(linesOf(errors)).toEqual([
    '1 colour: isn’t a column the shop recognizes',
    '2 price: "12,50" isn’t a number such as 79 or 1,098.50',
    '2 laptop_inches: "$5" isn’t a number such as 79',
    '3 sale_price: "x" isn’t a number such as 79 or 1,098.50',
    '3 price: must not be empty',
    expect.stringContaining('4 product_id: there is no product "999"'),
    '5 product_id: "101" is already in row 2',
    '5 sale_price: must be lower than the price',
  ])
  expect(errorCount).toBe(8)
})

test('a table without stock, or one whose stock is not wanted, leaves the stock of the shop, but for a new product', () => {
  const [{ product_id = '', stock = 0 } = {}] = rows
  const quantities = (csv: string, wanted: boolean) =>
    readInto(rows, csv, wanted).products.map(({ stock_quantity }) => stock_quantity)
  expect(quantities(`product_id,stock\n${product_id},${stock + 7}`, true)).toEqual([stock + 7])
  expect(quantities(`product_id,stock\n${product_id},${stock + 7}`, false)).toEqual([stock])
  const header = 'product_id,slug,product_name,line,short_description,description,price,stock'
  expect(quantities(`${header}\nnew,new,New bag,Campus,Short,Long,79,3`, false)).toEqual([3])
})

test('the first of very many problems are listed, and all are counted', async () => {
  const rows = Array.from({ length: 3000 }, (_, row) => `new-${row},x`)
  const { errors, errorCount } = read(`product_id,price\n${rows.join('\n')}`)
  expect([errors.length, errorCount]).toEqual([1000, 6000])
})

test('a draft without a price is not published by a table', async () => {
  const drafts = rows.map((row) => (row.product_id === '101' ? { ...row, status: 'draft' as const, price: 0 } : row))
  const publish = (csv: string) => readInto(drafts, csv)
  expect(linesOf(publish('product_id,status\n101,published').errors)).toEqual(['2 price: is missing'])
  expect(publish('product_id,status,price\n101,published,79').errors).toEqual([])
  expect(publish('product_id,status,color\n101,draft,Moss').errors).toEqual([])
})

test.each([
  ['p-min.csv', { price_cents: 8000 }],
  ['p-excel-mac-date.csv', { sale_from: '2026-11-27', sale_until: '2026-11-30' }],
  ['p-header-case.csv', { price_cents: 8000 }],
  ['p-mixed-eol.csv', { price_cents: 8000 }],
  ['p-number-commas.csv', { stock_quantity: 1200 }],
  ['p-paste-inch.csv', { size: '18" x 12"' }],
  ['p-sep.csv', { price_cents: 8000 }],
  ['p-short.csv', { price_cents: 8000, sale_price_cents: null }],
  ['p-unnamed-col.csv', { price_cents: 8000 }],
])('%s is read', async (name, values) => {
  const { products, errors } = read(await readSheetFile(name))
  expect(errors).toEqual([])
  expect(products.find(({ product_id }) => product_id === '101')).toMatchObject(values)
})

test.each([
  ['p-curr.csv', '3 price: "-5" isn’t a number such as 79 or 1,098.50'],
  ['p-id-float.csv', expect.stringContaining('2 product_id: there is no product "101.0"')],
  ['p-id-zero.csv', expect.stringContaining('2 product_id: there is no product "0101"')],
  ['p-smart.csv', '1 sentence: isn’t a column the shop recognizes'],
  ['p-woo.csv', '1 ID: isn’t a column the shop recognizes'],
])('what is wrong in %s is named', async (name, first) => {
  const { errors } = read(await readSheetFile(name))
  expect(linesOf(errors)[0]).toEqual(first)
})

test('a character that is no text is named by row and column; marks that no one sees are left out', async () => {
  const { errors } = read('product_id,color\n101,Na\u0007vy\n102,Blue')
  expect(linesOf(errors)).toEqual(['2 color: has a character that isn’t text (U+0007)'])
  const { products } = read('product_id,color\n101,\u202ENavy\u202C\u200B')
  expect(products.find(({ product_id }) => product_id === '101')?.color).toBe('Navy')
})
