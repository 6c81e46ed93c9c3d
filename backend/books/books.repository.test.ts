import { type Entry, NO_FIGURES } from '@shop/contract/order-money'
import { describe, expect } from 'vitest'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { BATCH_ROWS, chunksOf } from '../platform/database/queries.ts'
import { ENGINES } from '../testing/servers/engines.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { testsOn } from '../testing/tests-on.ts'
import { type BooksLine, readLines } from './books.repository.ts'
import { addToSums } from './ledger/add-to-sums.ts'

const [DAY, NEXT_DAY] = ['2024-02-29', '2024-03-01']
const ORDERS = 2 * BATCH_ROWS + 1
const IDS = Array.from({ length: ORDERS }, (_, number) => String(800_001 + number))

function rowsOf(order_id: string, day = DAY, sign: 1 | -1 = 1): Entry[] {
  const entry = {
    ...{ ...NO_FIGURES, day, order_id, order_item_id: null, product_id: null, product_name: null },
    ...{ way: 'card' as const, state: 'OR', channel: 'online', payment: null, movement_id: null, settled: 0 },
  }
  return [
    { ...entry, kind: 'sale', goods_cents: 100 * sign },
    { ...entry, kind: 'sale', tax_cents: 10 * sign },
    { ...entry, kind: 'capture', charged_cents: 110 * sign, movement_id: `g${order_id}` },
  ]
}

async function insert(database: Database, rows: readonly Entry[], created_at: string): Promise<void> {
  const { length } = await database.selectFrom('order_transactions').select('transaction_id').execute()
  const added = rows.map((row, index) => ({ ...row, transaction_id: `T${length + index}`, created_at }))
  await inTransaction(database, async (trx) => {
    for (const chunk of chunksOf(added)) await trx.insertInto('order_transactions').values(chunk).execute()
    await addToSums(trx, rows)
  })
}

describe.each(ENGINES)('the movements on %s', (engine) => {
  const { onBoth } = testsOn(engine)
  const opened = eachTestStore(engine)

  onBoth('of a day with many orders are read in batches, each order once', async () => {
    const { database } = opened.store
    const rows = [
      ...IDS.flatMap((id) => rowsOf(id)),
      // A payment without an order.
      ...rowsOf('800000').map((row) => ({ ...row, order_id: null, payment: 'p1' })),
      ...rowsOf('800001', NEXT_DAY),
    ]
    await insert(database, rows, DAY)
    const batches: BooksLine[][] = []
    for await (const batch of readLines(database, { from: DAY, to: DAY })) batches.push(batch)
    expect(Math.max(...batches.map(({ length }) => length))).toBe(BATCH_ROWS)
    const ids = ['p1', ...IDS]
    expect(
      batches.flat().map(({ kind, order_id, goods_cents, tax_cents, charged_cents }) => {
        return [kind, order_id, goods_cents, tax_cents, charged_cents]
      }),
    ).toEqual([...ids.map((id) => ['order', id, 100, 10, 0]), ...ids.map((id) => ['charge', id, 0, 0, 110])])
  })

  onBoth('are those of the start, although orders move to other days during the read', async () => {
    const { database } = opened.store
    const [first = '', ...others] = IDS
    // Its clock was three hours ahead.
    await insert(database, rowsOf(first), '2026-12-01T13:00:00.000Z')
    await insert(
      database,
      [...others.flatMap((id) => rowsOf(id)), ...rowsOf('9', NEXT_DAY)],
      '2026-12-01T10:00:00.000Z',
    )
    const read = async (start: string, change = async () => {}) => {
      const lines: string[] = []
      let now = Date.parse(start)
      const clock = () => new Date(now++)
      for await (const batch of readLines(database, { from: DAY, to: NEXT_DAY }, clock)) {
        if (lines.length === 0) {
          await change()
          now += 5000
        }
        lines.push(...batch.map(({ kind, day, order_id }) => `${kind} ${day} ${order_id}`))
      }
      return lines.sort()
    }
    const linesOf = (kind: string) => [...IDS.map((id) => `${kind} ${DAY} ${id}`), `${kind} ${NEXT_DAY} 9`]
    const moved = [first, others.at(-1) ?? ''].flatMap((id) => [...rowsOf(id, DAY, -1), ...rowsOf(id, NEXT_DAY)])
    const move = () => insert(database, moved, '2026-12-01T10:00:02.000Z')
    expect(await read('2026-12-01T10:00:01.000Z', move)).toEqual([...linesOf('charge'), ...linesOf('order')])
    expect(await read('2026-12-01T10:00:02.000Z')).toContain(`charge ${NEXT_DAY} ${first}`)
  })
})
