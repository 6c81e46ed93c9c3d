import type { Figures, Sales, SalesOfWay } from '@shop/contract/books/admin'
import { expect, test } from 'vitest'
import { barsOf } from './sales-bars.tsx'
import { owedRows } from './tax-owed.tsx'

const NONE: Figures = {
  ...{
    orders: 0,
    units: 0,
    goods_cents: 0,
    discount_cents: 0,
    code_cents: 0,
    delivery_cents: 0,
    tax_cents: 0,
    tax_paid_back_cents: 0,
    charged_cents: 0,
  },
  ...{ paid_back_cents: 0, disputed_cents: 0, waiting_cents: 0 },
}

function salesOf(goods: Record<string, number>): SalesOfWay {
  const rows = Object.entries(goods).map(([key, cents]) => {
    return {
      key,
      name: null,
      figures: { ...NONE, goods_cents: cents },
      goods_before_cents: null,
    }
  })
  return { rows, total: NONE, left_out: 0 }
}

const sales = (card: Record<string, number>, hand: Record<string, number>): Sales => {
  return { card: salesOf(card), hand: salesOf(hand), before: { from: '', to: '', card: NONE, hand: NONE } }
}
const keysAndCents = (bars: ReturnType<typeof barsOf>) => bars.map(({ key, cents }) => [key, cents])

test('a month without sales has its place among the bars, those before the first sale have none, and both ways are one bar', () => {
  const bars = barsOf(sales({ '2026-01': 100, '2026-03': 300 }, { '2026-03': 50 }), 'month', {
    from: '2025-10-01',
    to: '2026-03-31',
  })
  expect(keysAndCents(bars)).toEqual([
    ['2026-01', 100],
    ['2026-02', 0],
    ['2026-03', 350],
  ])
})

test('lines are listed with the largest first', () => {
  expect(keysAndCents(barsOf(sales({ Campus: 100 }, { Nomad: 200, Campus: 150 }), 'line'))).toEqual([
    ['Campus', 250],
    ['Nomad', 200],
  ])
})

test('a state is owed the tax paid by card and by hand in a quarter less refunds, or is credited', () => {
  const row = (key: string, tax_cents: number, tax_paid_back_cents: number) => {
    return { key, name: null, figures: { ...NONE, tax_cents, tax_paid_back_cents }, goods_before_cents: null }
  }
  const none = sales({}, {})
  const rows = owedRows({
    ...none,
    card: { ...none.card, rows: [row('2026-Q1 WA', 500, 0), row('2026-Q2 WA', 200, 300)] },
    hand: { ...none.hand, rows: [row('2025-Q4 OR', 0, 0), row('2025-Q4 WA', 80, 80), row('2026-Q1 WA', 100, 150)] },
  })
  expect(rows.map(({ label, tax, refunded, owed }) => [label, tax, refunded, owed])).toEqual([
    ['Q4 2025, Washington', '$0.80', '$0.80', '$0.00'],
    ['Q1 2026, Washington', '$6.00', '$1.50', '$4.50'],
    ['Q2 2026, Washington', '$2.00', '$3.00', 'credit of $1.00'],
  ])
})
