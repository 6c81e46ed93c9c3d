import { expect, test } from 'vitest'
import { describeDays } from './sale-preview.tsx'
import { readSale } from './sale-tab.tsx'

const DAYS = { from: '2026-11-27', until: '2026-11-30' }

test('a sale by percent or by dollars is read with its days', () => {
  expect(readSale('percent', { amount: '20 %', ...DAYS })).toEqual({
    sale: { reduction: { by: 'percent', percent: 20 }, ...DAYS },
  })
  expect(readSale('dollars', { amount: '$7.50', from: '', until: '' })).toEqual({
    sale: { reduction: { by: 'dollars', dollars: 7.5 }, from: null, until: null },
  })
  expect(readSale('end', { amount: 'x', ...DAYS })).toEqual({ sale: null })
})

test.each([
  ['percent', '', 'percentage'],
  ['percent', '95', '90 percent'],
  ['dollars', '0', 'dollars'],
  ['dollars', '12,50', 'dollars'],
] as const)('%s "%s" is told beside the field', (kind, amount, message) => {
  expect(readSale(kind, { amount, ...DAYS })).toEqual({ errors: { amount: expect.stringContaining(message) } })
})

test('a last day before the first one is told beside its field', () => {
  expect(readSale('percent', { amount: '20', from: DAYS.until, until: DAYS.from })).toEqual({
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
