import { type Entry, NO_FIGURES } from '@shop/contract/order-money'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/database.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import { addToSums, correctSums } from './add-to-sums.ts'

const opened = eachTestStore('sqlite')

function sale(day: string, goods_cents: number, more: Partial<Entry> = {}): Entry {
  return {
    ...{ ...NO_FIGURES, order_id: '100001', order_item_id: '100001-1', product_id: '101', product_name: 'Bag' },
    ...{ kind: 'sale', way: 'card', state: 'OR', channel: 'online', day, payment: null, movement_id: null, settled: 1 },
    ...{ goods_cents, units: 1 },
    ...more,
  }
}
const add = (...rows: Entry[]) => inTransaction(opened.store.database, (trx) => addToSums(trx, rows))
async function goodsBy(table: 'sales_sums' | 'product_sums') {
  const rows = await opened.store.database.selectFrom(table).select(['day', 'goods_cents']).orderBy('day').execute()
  return rows.map(({ day, goods_cents }) => [day, goods_cents])
}

test('rows are added to the sums of their day and month, rows without a product only to sales', async () => {
  await add(sale('2026-01-31', 100), sale('2026-01-31', 20), sale('2026-02-01', 3))
  await add(sale('2026-01-31', -20), sale('2026-02-01', 5000, { product_id: null, product_name: null }))
  const goods = [
    ['2026-01-31', 100],
    ['2026-02-01', 3],
    ['m2026-01', 100],
    ['m2026-02', 3],
  ]
  expect(await goodsBy('product_sums')).toEqual(goods)
  expect(await goodsBy('sales_sums')).toEqual([goods[0], ['2026-02-01', 5003], goods[2], ['m2026-02', 5003]])
})

test('states, channels and ways have sums of their own', async () => {
  await add(sale('2026-01-31', 1), sale('2026-01-31', 2, { state: 'WA' }), sale('2026-01-31', 4, { way: 'hand' }))
  await add(sale('2026-01-31', 8, { channel: 'fair' }))
  const days = (await goodsBy('sales_sums')).filter(([day]) => day === '2026-01-31')
  expect(days.map(([, cents]) => cents).toSorted()).toEqual([1, 2, 4, 8])
  expect(await goodsBy('product_sums')).toContainEqual(['2026-01-31', 11])
})

test('sums that do not match the rows are corrected to the cent, and right ones stay', async () => {
  const { database } = opened.store
  const rows = [sale('2026-01-31', 100), sale('2026-02-01', 3)]
  const stored = rows.map((row, index) => ({ ...row, transaction_id: `100001-T${index}`, created_at: '' }))
  await database.insertInto('order_transactions').values(stored).execute()
  await add(...rows.slice(0, 1))
  await database.updateTable('sales_sums').set({ goods_cents: 90 }).where('day', '=', 'm2026-01').execute()
  await inTransaction(database, correctSums)
  for (const table of ['sales_sums', 'product_sums'] as const)
    expect(await goodsBy(table)).toEqual([
      ['2026-01-31', 100],
      ['2026-02-01', 3],
      ['m2026-01', 100],
      ['m2026-02', 3],
    ])
})
