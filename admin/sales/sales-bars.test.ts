import type { Figures, Sales, SalesOfWay } from '@shop/contract/admin/books'
import { expect, test } from 'vitest'
import { barsOf } from './sales-bars.tsx'

const NONE: Figures = {
  ...{
    orders: 0,
    units: 0,
    goods_cents: 0,
    discount_cents: 0,
    code_cents: 0,
    delivery_cents: 0,
    tax_cents: 0,
    charged_cents: 0,
  },
  ...{ paid_back_cents: 0, disputed_cents: 0, waiting_cents: 0 },
}

function salesOf(goods: Record<string, number>): SalesOfWay {
  const rows = Object.entries(goods).map(([key, cents]) => {
    return {
      key,
      name: null,
      figures: { ...NONE, goods_cents: cents, tax_cents: cents / 10 },
      goods_before_cents: null,
    }
  })
  return { rows, total: NONE, left_out: 0 }
}

const sales = (card: Record<string, number>, hand: Record<string, number>): Sales => {
  return { card: salesOf(card), hand: salesOf(hand), before: { from: '', to: '', card: NONE, hand: NONE } }
}
const keysAndCents = (bars: ReturnType<typeof barsOf>) => bars.map(({ key, cents }) => [key, cents])

test('a month without sales has its place among the bars, and both ways are one bar', () => {
  const bars = barsOf(sales({ '2026-01': 100, '2026-03': 300 }, { '2026-03': 50 }), 'month', {
    from: '2026-01-01',
    to: '2026-03-31',
  })
  expect(keysAndCents(bars)).toEqual([
    ['2026-01', 100],
    ['2026-02', 0],
    ['2026-03', 350],
  ])
})

test('lines are listed with the largest first, and what is owed by quarter and state', () => {
  expect(keysAndCents(barsOf(sales({ Campus: 100 }, { Nomad: 200, Campus: 150 }), 'line'))).toEqual([
    ['Campus', 250],
    ['Nomad', 200],
  ])
  expect(keysAndCents(barsOf(sales({ '2026-Q1 WA': 100 }, { '2025-Q4 OR': 200, '2026-Q1 WA': 50 }), 'tax'))).toEqual([
    ['2025-Q4 OR', 20],
    ['2026-Q1 WA', 15],
  ])
})
