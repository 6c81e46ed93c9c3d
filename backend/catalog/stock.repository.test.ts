import { describe, expect, test } from 'vitest'
import { inTransaction } from '../platform/database/database.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { findProduct } from './catalog.repository.ts'
import { addStock, takeStock } from './stock.repository.ts'

describe.each(BOTH_ENGINES)('units of products on %s', (engine) => {
  const opened = eachTestStore(engine)
  const change = (values: { status?: 'draft' | 'published'; stock_quantity?: number }) =>
    opened.store.database.updateTable('products').set(values).where('product_id', '=', '101').execute()
  const stock = async () => (await findProduct(opened.store.database, '101'))?.stock_quantity
  const take = (quantity: number, notForSale: 'short' | 'skip', product_id = '101') =>
    inTransaction(opened.store.database, (trx) => takeStock(trx, [{ product_id, quantity }], { notForSale }))

  test('are taken down to the last, and a shortage says how many there are', async () => {
    await change({ stock_quantity: 2 })
    expect(await take(3, 'short')).toEqual({ shortages: [{ product_id: '101', available: 2 }], taken: [] })
    expect(await take(2, 'short')).toMatchObject({ shortages: [], taken: [{ product_id: '101', stock_quantity: 0 }] })
    expect(await stock()).toBe(0)
  })

  test('of a draft, or of a product that is gone, are not sold, and are counted where they were sold before', async () => {
    await change({ status: 'draft', stock_quantity: 5 })
    expect(await take(1, 'short')).toEqual({ shortages: [{ product_id: '101', available: 0 }], taken: [] })
    expect(await stock()).toBe(5)
    expect((await take(1, 'skip')).shortages).toEqual([])
    expect(await stock()).toBe(4)
    expect((await take(1, 'short', 'gone')).shortages).toEqual([{ product_id: 'gone', available: 0 }])
    expect(await take(1, 'skip', 'gone')).toEqual({ shortages: [], taken: [] })
  })

  test('come back, and of what is gone nothing does', async () => {
    await change({ stock_quantity: 5 })
    await inTransaction(opened.store.database, (trx) =>
      addStock(trx, [
        { product_id: '101', quantity: 2 },
        { product_id: 'gone', quantity: 1 },
      ]),
    )
    expect(await stock()).toBe(7)
  })
})
