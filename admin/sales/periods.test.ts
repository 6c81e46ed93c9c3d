import { expect, test } from 'vitest'
import { PERIOD_NAMES, periodName, periodOf } from './periods.ts'

test('a period that has not ended ends today, and the one before it with its last day', () => {
  expect(Object.fromEntries(PERIOD_NAMES.map((name) => [name, Object.values(periodOf(name, '2028-03-31'))]))).toEqual({
    'This month': ['2028-03-01', '2028-03-31'],
    'Last month': ['2028-02-01', '2028-02-29'],
    'This quarter': ['2028-01-01', '2028-03-31'],
    'Last quarter': ['2027-10-01', '2027-12-31'],
    'This year': ['2028-01-01', '2028-03-31'],
    'Last year': ['2027-01-01', '2027-12-31'],
  })
  expect(periodOf('Last month', '2027-01-05')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})

test('days have the name of their period, of several that are the same that by which they are compared', () => {
  expect(periodName({ from: '2026-07-01', to: '2026-09-30' }, '2026-11-27')).toBe('Last quarter')
  expect(periodName({ from: '2027-01-01', to: '2027-01-05' }, '2027-01-05')).toBe('This year')
  expect(periodName({ from: '2027-04-01', to: '2027-04-15' }, '2027-04-15')).toBe('This month')
  expect(periodName({ from: '2027-04-01', to: '2027-04-01' }, '2027-04-01')).toBeNull()
  expect(periodName({ from: '2026-07-02', to: '2026-09-30' }, '2026-11-27')).toBeNull()
})
