import { expect, test } from 'vitest'
import { EMPTY_VALUES, termsOf, valuesOf } from './discount-values.ts'

const TERMS = {
  ...{ lines: ['Campus'], product_ids: ['101'], once_each: true },
  ...{ minimum_cents: 4000, starts_on: '2026-11-01', ends_on: null, max_uses: 50 },
}

test.each([
  { ...TERMS, kind: 'amount', value: 1250 } as const,
  { ...TERMS, kind: 'percent', value: 10, minimum_cents: 0, max_uses: null } as const,
])('what a form shows of a code that takes off $value is saved as it was', (terms) => {
  expect(termsOf(valuesOf(terms))).toEqual(terms)
})

test('an amount is typed in dollars, a percentage with or without its sign', () => {
  const value = (kind: 'amount' | 'percent', typed: string) => termsOf({ ...EMPTY_VALUES, kind, value: typed }).value
  expect(value('amount', '$12.50')).toBe(1250)
  expect(value('amount', '12')).toBe(1200)
  expect(value('percent', '15 %')).toBe(15)
})

test('what cannot be read is sent as a number that the shop refuses, never as 0', () => {
  const typed = { ...EMPTY_VALUES, value: '12,5', minimum: 'forty', max_uses: '1.5' }
  expect(termsOf({ ...typed, kind: 'percent' })).toMatchObject({ value: -1, minimum_cents: -1, max_uses: -1 })
  expect(termsOf({ ...typed, kind: 'amount' }).value).toBe(-1)
})
