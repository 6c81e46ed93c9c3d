import { MAX_PRICE } from '@shop/contract/catalog/calls'
import { roundToCents } from '@shop/contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { countProductReads } from '../../testing/count-product-reads.ts'
import { openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { findProduct } from '../catalog.repository.ts'
import { importProductsCsv } from '../import/products-csv.ts'
import { changePrices, changeSale, previewPrices, previewSale } from './change-prices.ts'

const NOW = new Date('2026-11-20T17:00:00.000Z')
const DAY = '2026-11-20'
const MAX_CENTS = roundToCents(MAX_PRICE)

let opened: TestStore
beforeAll(async () => {
  opened = await openTestStore('sqlite')
})
afterAll(() => opened.close())

/** The preview of product 101 with such prices, whose only line it is. */
async function priced(prices: { price_cents: number; sale_price_cents?: number | null }) {
  const { database } = opened.store
  const values = { sale_price_cents: null, line: 'One', ...prices }
  await database.updateTable('products').set(values).where('product_id', '=', '101').execute()
  return { database, clock: () => NOW, actor: 'ada@shop.example' }
}

test.each([
  [MAX_CENTS - 10, 0.1, 'more than'],
  [MAX_CENTS / 1.25, 25, null],
])('a price of %i cents and %f percent more is refused with %j', async (price_cents, percent, refusal) => {
  const context = await priced({ price_cents })
  const shown = await previewPrices(context.database, { percent, line: 'One', day: DAY })
  const products = shown.map(({ product: { product_id, version } }) => ({ product_id, version }))
  expect(products).toHaveLength(1)
  const change = changePrices(context, { percent, products, large_price_changes: false })
  if (refusal !== null) await expect(change).rejects.toThrow(refusal)
  else await expect(change).resolves.toMatchObject({ audit_id: expect.any(Number) })
  const after = refusal === null ? MAX_CENTS : price_cents
  expect((await findProduct(context.database, '101'))?.price_cents).toBe(after)
})

test.each([
  // 1.2 and 0.6 cents are both one cent.
  [2, 1, -40, 1, null],
  [3, 1, -40, 2, 1],
])(
  '%i cents, on sale for %i, are by %i percent %i cents, on sale for %j',
  async (price, sale, percent, after, left) => {
    const { database } = await priced({ price_cents: price, sale_price_cents: sale })
    const [shown] = await previewPrices(database, { percent, line: 'One', day: DAY })
    expect([shown?.prices.price_cents, shown?.prices.sale_price_cents]).toEqual([after, left])
  },
)

test.each([
  [6000, false],
  [6001, true],
])('of %i cents a sale by 6000 cents is possible: %s', async (price_cents, isPossible) => {
  const context = await priced({ price_cents })
  const sale = { reduction: { by: 'amount', amount_cents: 6000 }, from: null, until: null } as const
  const rows = await previewSale(context.database, sale, { line: 'One', search: '', day: DAY })
  expect(rows.map(({ problem }) => problem === null)).toEqual([isPossible])
  const products = rows.map(({ product: { product_id, version } }) => ({ product_id, version }))
  const change = changeSale(context, { sale, products, large_price_changes: true })
  if (isPossible) await expect(change).resolves.toBeDefined()
  else await expect(change).rejects.toThrow('too little for this sale')
})

test('a bulk change of prices is written in parts, in one change that is undone at once', async () => {
  const { database } = opened.store
  const context = { database, clock: () => NOW, actor: 'ada@shop.example' }
  const header = 'product_id,slug,product_name,line,short_description,description,price,stock'
  const rows = Array.from({ length: 1100 }, (_, row) => `n-${row},n-${row},Bag ${row},Campus,Short,Long,79,5`)
  await importProductsCsv(context, [header, ...rows].join('\n'), { stock: false, large_price_changes: true })
  const reads = countProductReads()
  const counted = database.withPlugin(reads.plugin)
  const shown = await previewPrices(counted, { percent: 10, line: 'Campus', day: DAY })
  const seen = shown
    .map(({ product: { product_id, version } }) => ({ product_id, version }))
    .filter(({ product_id }) => product_id.startsWith('n-'))
  expect(seen).toHaveLength(1100)
  const [first, ...others] = seen
  if (first === undefined) throw new Error('there are no products')
  const change = { percent: 10, products: [first, ...others, first], large_price_changes: false }
  const { audit_id } = await changePrices({ ...context, database: counted }, change)
  expect(Math.max(...reads.rows)).toBeLessThanOrEqual(500)
  expect(await findProduct(database, 'n-0')).toMatchObject({ price_cents: 8690, version: 1 })
  expect(await findProduct(database, 'n-1099')).toMatchObject({ price_cents: 8690, version: 1 })
  expect(await database.selectFrom('staged_products').select('place').execute()).toEqual([])
  await expect(changePrices(context, change)).rejects.toThrow('has changed since you opened the list')
  await undoChange({ ...context, rules: UNDO_RULES }, Number(audit_id))
  expect(await findProduct(database, 'n-1099')).toMatchObject({ price_cents: 7900, version: 2 })
})

test('a bulk change of prices is compared again when others change products during it', async () => {
  const context = await priced({ price_cents: 5000 })
  let changes = 1
  const changing = context.database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (changes > 0 && result.rows.some((row) => 'price_cents' in row)) {
        changes -= 1
        await inTransaction(context.database, async (trx) => {
          await bumpCatalogVersion(trx)
          await trx.updateTable('products').set({ price_cents: 6000 }).where('product_id', '=', '101').execute()
        })
      }
      return result
    },
  })
  const { version = 0 } = (await findProduct(context.database, '101')) ?? {}
  const change = { percent: 10, products: [{ product_id: '101', version }], large_price_changes: false }
  await changePrices({ ...context, database: changing }, change)
  expect(await findProduct(context.database, '101')).toMatchObject({ price_cents: 6600 })
  changes = 9
  const next = { ...change, products: [{ product_id: '101', version: version + 1 }] }
  await expect(changePrices({ ...context, database: changing }, next)).rejects.toThrow('Please look at the list again.')
})
