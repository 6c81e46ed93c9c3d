import { type Entry, NO_FIGURES } from '@shop/contract/order-money'
import { beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/database.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { sharedTestStore } from '../../testing/test-hooks.ts'
import { addToSums } from './add-to-sums.ts'
import { sumFigures, sumGoods } from './sum-figures.ts'

/** The ends of three months, and days beside them. Each has sold for another power of two cents. */
const DAYS = ['2026-01-31', '2026-02-01', '2026-02-14', '2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01']
const soldOn = (day: string) => 2 ** DAYS.indexOf(day)

const SALES = DAYS.map((day, index): Entry => {
  const place = { order_id: `10000${index}`, order_item_id: `10000${index}-1`, product_id: '101', product_name: 'Bag' }
  const way = { kind: 'sale', way: 'card', state: 'OR', channel: 'online' } as const
  return {
    ...NO_FIGURES,
    ...place,
    ...way,
    day,
    payment: null,
    movement_id: null,
    settled: 1,
    goods_cents: soldOn(day),
  }
})

describe.each(BOTH_ENGINES)('on %s', (engine) => {
  const opened = sharedTestStore(engine)
  beforeAll(() => inTransaction(opened.store.database, (trx) => addToSums(trx, SALES)))

  const periods = DAYS.flatMap((from, index) => DAYS.slice(index).map((to) => ({ from, to })))

  test.each(periods)(
    'the sums from $from to $to have each of their days once, first and last included',
    async (period) => {
      const { database } = opened.store
      const wanted = DAYS.filter((day) => day >= period.from && day <= period.to)
        .map(soldOn)
        .reduce((sum, cents) => sum + cents)
      for (const by of ['state', 'year', 'day'] as const) {
        const rows = await sumFigures(database, period, by)
        expect(rows.reduce((sum, { figures }) => sum + figures.goods_cents, 0)).toBe(wanted)
      }
      const [goods] = await sumGoods(database, period, 'product')
      expect(goods?.figures.goods_cents).toBe(wanted)
    },
  )

  const whole = { from: '2026-01-31', to: '2026-04-01' }
  const keys = ['day', 'month', 'quarter', 'year', 'state', 'channel', 'month and state', 'tax'] as const

  test.each(keys)('a period comes to the same by %s', async (by) => {
    const rows = await sumFigures(opened.store.database, whole, by)
    expect(rows.reduce((sum, { figures }) => sum + figures.goods_cents, 0)).toBe(2 ** DAYS.length - 1)
  })

  test.each(['product', 'line', 'color'] as const)('the goods of a period come to the same by %s', async (by) => {
    const rows = await sumGoods(opened.store.database, whole, by)
    expect(rows.reduce((sum, { figures }) => sum + figures.goods_cents, 0)).toBe(2 ** DAYS.length - 1)
  })
})
