import { type Entry, NO_FIGURES } from '@shop/contract/order-money'
import { describe, expect } from 'vitest'
import { BATCH_ROWS, chunksOf } from '../platform/database/queries.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { testsOn } from '../testing/tests-on.ts'
import { type BooksLine, readLinesOf } from './books.repository.ts'

const DAY = '2024-02-29'
const ORDERS = 2 * BATCH_ROWS + 1

function rowsOf(number: number): Entry[] {
  const order_id = String(800_001 + number)
  const entry = {
    ...{ ...NO_FIGURES, day: DAY, order_id, order_item_id: null, product_id: null, product_name: null },
    ...{ way: 'card' as const, state: 'OR', channel: 'online', payment: null, movement_id: null, settled: 0 },
  }
  return [
    { ...entry, kind: 'sale', goods_cents: 100 },
    { ...entry, kind: 'sale', tax_cents: 10 },
    { ...entry, kind: 'capture', charged_cents: 110, movement_id: `g${order_id}` },
  ]
}

describe.each(ENGINES)('the movements on %s', (engine) => {
  const { onBoth } = testsOn(engine)
  const opened = eachTestStore(engine)

  onBoth('of a day with many orders are read in batches, each order once', async () => {
    const { database } = opened.store
    const rows = [
      ...Array.from({ length: ORDERS }, (_, number) => rowsOf(number)).flat(),
      // A payment without an order.
      ...rowsOf(-1).map((row) => ({ ...row, order_id: null, payment: 'p1' })),
      ...rowsOf(0).map((row) => ({ ...row, day: '2024-03-01' })),
    ].map((row, index) => ({ ...row, transaction_id: `T${index}`, created_at: DAY }))
    for (const chunk of chunksOf(rows)) await database.insertInto('order_transactions').values(chunk).execute()
    const batches: BooksLine[][] = []
    for await (const batch of readLinesOf(database, DAY)) batches.push(batch)
    expect(Math.max(...batches.map(({ length }) => length))).toBe(BATCH_ROWS)
    const ids = ['p1', ...Array.from({ length: ORDERS }, (_, number) => String(800_001 + number))]
    expect(
      batches.flat().map(({ kind, order_id, goods_cents, tax_cents, charged_cents }) => {
        return [kind, order_id, goods_cents, tax_cents, charged_cents]
      }),
    ).toEqual([...ids.map((id) => ['order', id, 100, 10, 0]), ...ids.map((id) => ['charge', id, 0, 0, 110])])
  })
})
