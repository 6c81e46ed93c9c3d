import { MAX_PRICE } from '@shop/contract/catalog/calls'
import { roundToCents } from '@shop/contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { findProduct } from '../catalog.repository.ts'
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
