import { expect, test } from 'vitest'
import { describeField } from './import-preview.tsx'
import { parsePercent } from './prices-tab.tsx'
import { describeDays } from './sale-preview.tsx'
import { parseSale } from './sale-tab.tsx'

test.each([
  [{ field: 'price', before: 79, after: 1084.5 }, 'Price: $79.00 → $1,084.50'],
  [{ field: 'sale_price', before: null, after: 60 }, 'Sale price: nothing → $60.00'],
  [{ field: 'details.materials', before: '', after: 'Canvas' }, 'Details › materials: nothing → Canvas'],
  [{ field: 'description', before: '<p>Old</p>', after: '<p>New</p>' }, 'Description: Old → New'],
])('%j is shown as "%s"', (change, text) => {
  expect(describeField(change)).toBe(text)
})

test('a long text is cut', () => {
  expect(describeField({ field: 'description', before: 'a'.repeat(500), after: 'b' }).length).toBeLessThan(150)
})

test.each([
  ['5', 'up', 5],
  ['2.5', 'down', -2.5],
  [' 10 % ', 'up', 10],
  ['90', 'down', -90],
] as const)('%s %s is %i percent', (text, direction, percent) => {
  expect(parsePercent(text, direction)).toEqual({ percent })
})

test.each(['', ' ', '0', '0.0', '-5', '2,5', '1e3', '2.55', 'five', '1000'])(
  'what is no percentage never becomes a change: "%s"',
  (text) => {
    expect(parsePercent(text, 'up')).toEqual({ error: expect.any(String) })
  },
)

test('prices fall by 90 percent at most', () => {
  expect(parsePercent('91', 'down')).toEqual({ error: 'At most 90 percent at once' })
})

const DAYS = { from: '2026-11-27', until: '2026-11-30' }

test('a sale by percent or by dollars is read with its days', () => {
  expect(parseSale('percent', { amount: '20 %', ...DAYS })).toEqual({
    sale: { reduction: { by: 'percent', percent: 20 }, ...DAYS },
  })
  expect(parseSale('dollars', { amount: '$7.50', from: '', until: '' })).toEqual({
    sale: { reduction: { by: 'amount', amount_cents: 750 }, from: null, until: null },
  })
  expect(parseSale('end', { amount: 'x', ...DAYS })).toEqual({ sale: null })
})

test.each([
  ['percent', '', 'percentage'],
  ['percent', '95', '90 percent'],
  ['dollars', '0', 'dollars'],
  ['dollars', '12,50', 'dollars'],
] as const)('%s "%s" is told beside the field', (kind, amount, message) => {
  expect(parseSale(kind, { amount, ...DAYS })).toEqual({ errors: { amount: expect.stringContaining(message) } })
})

test('a last day before the first one is told beside its field', () => {
  expect(parseSale('percent', { amount: '20', from: DAYS.until, until: DAYS.from })).toEqual({
    errors: { until: expect.stringContaining('before') },
  })
})

test.each([
  [DAYS, 'Nov 27, 2026 to Nov 30, 2026'],
  [{ from: null, until: null }, 'Until you end it'],
  [{ from: DAYS.from, until: null }, 'From Nov 27, 2026'],
  [{ from: null, until: DAYS.until }, 'Until Nov 30, 2026'],
])('the days %j', (days, text) => {
  expect(describeDays(days).replaceAll('\u00a0', ' ')).toBe(text)
})
