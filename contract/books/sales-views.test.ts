import { expect, test } from 'vitest'
import { calendarKeys, changeLabel, periodBefore, salesLabel, weekOf } from './sales-views.ts'

test.each([
  ['a month', ['2026-03-01', '2026-03-31'], ['2026-02-01', '2026-02-28']],
  ['a quarter', ['2026-01-01', '2026-03-31'], ['2025-10-01', '2025-12-31']],
  ['a year', ['2024-01-01', '2024-12-31'], ['2023-01-01', '2023-12-31']],
  ['the year so far', ['2026-01-01', '2026-11-27'], ['2025-01-01', '2025-11-27']],
  ['the year so far, at the end of a month', ['2026-01-01', '2026-11-30'], ['2025-01-01', '2025-11-30']],
  ['January so far', ['2026-01-01', '2026-01-12'], ['2025-01-01', '2025-01-12']],
  ['January', ['2026-01-01', '2026-01-31'], ['2025-12-01', '2025-12-31']],
  ['the year so far on a leap day', ['2024-01-01', '2024-02-29'], ['2023-01-01', '2023-02-28']],
  ['the quarter so far', ['2026-04-01', '2026-05-31'], ['2026-01-01', '2026-02-28']],
  ['the month so far', ['2026-11-01', '2026-11-27'], ['2026-10-01', '2026-10-27']],
  ['months across two quarters', ['2026-02-01', '2026-04-30'], ['2025-11-01', '2026-01-31']],
  ['months across two years', ['2025-11-01', '2026-02-28'], ['2025-07-01', '2025-10-31']],
  ['a day', ['2026-03-01', '2026-03-01'], ['2026-02-28', '2026-02-28']],
  ['ten days', ['2026-01-05', '2026-01-14'], ['2025-12-26', '2026-01-04']],
  ['days that end with a month', ['2026-01-02', '2026-01-31'], ['2025-12-03', '2026-01-01']],
])('%s is compared with the one before', (_, [from = '', to = ''], [before, last]) => {
  expect(periodBefore({ from, to })).toEqual({ from: before, to: last })
})

test('the keys of a calendar have no gap, and a week begins on Sunday, also across a year', () => {
  const period = { from: '2025-12-30', to: '2026-01-05' }
  expect(calendarKeys('week', period)).toEqual(['2025-12-28', '2026-01-04'])
  expect(calendarKeys('quarter', period)).toEqual(['2025-Q4', '2026-Q1'])
  expect(calendarKeys('month', period)).toEqual(['2025-12', '2026-01'])
  expect(calendarKeys('day', period)).toHaveLength(7)
  expect(weekOf('2026-01-04')).toBe('2026-01-04')
})

test.each([
  [12_000, 10_000, '+$20.00 (+20.0%)'],
  [9000, 12_000, '−$30.00 (−25.0%)'],
  [100, 100, 'unchanged'],
  [100, 0, 'N/A'],
  [0, 0, 'unchanged'],
])('%i cents after %i: %s', (now, before, label) => {
  expect(changeLabel(now, before)).toBe(label)
})

test.each([
  ['tax', '2026-Q1 WA', 'Q1 2026, Washington'],
  ['tax', '2026-Q1 ', 'Q1 2026, State unknown'],
  ['channel', 'fair', 'At a fair'],
  ['line', '', 'No line'],
  ['month', '2026-11', 'November 2026'],
  ['week', '2026-11-22', 'Nov 22, 2026'],
] as const)('the key of %s "%s" is called %s', (by, key, label) => {
  expect(salesLabel(by, key, null)).toBe(label)
})
