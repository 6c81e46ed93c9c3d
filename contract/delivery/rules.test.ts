import { DAY_MS } from '@shop/contract/durations'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addBusinessDays, arrivesTooSoon, deliveryName } from './rules.ts'

/** 2000-01-01 was a Saturday. */
const SATURDAY = Date.UTC(2000, 0, 1)

it('the estimated delivery date (R20) agrees with a count of the days between that are none of a weekend', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 36_500 }), fc.integer({ min: 0, max: 60 }), (start, days) => {
      const day = (count: number) => new Date(SATURDAY + count * DAY_MS).toISOString().slice(0, 10)
      let last = start
      for (let left = days; left > 0; ) if (++last % 7 > 1) left -= 1
      expect(addBusinessDays(day(start), days)).toBe(day(last))
    }),
    { numRuns: 500 },
  )
})

// 2026-11-21 is a Saturday.
it.each([
  ['2026-11-20', 0, '2026-11-20'],
  ['2026-11-20', 1, '2026-11-23'],
  ['2026-11-21', 0, '2026-11-21'],
  ['2026-11-21', 1, '2026-11-23'],
  ['2026-11-21', 5, '2026-11-27'],
  ['2026-11-22', 5, '2026-11-27'],
  ['2026-11-23', 5, '2026-11-30'],
  ['2026-12-31', 2, '2027-01-04'],
])('the estimated delivery date (R20) %s and %i business days is %s', (from, days, expected) => {
  expect(addBusinessDays(from, days)).toBe(expected)
})

it('an option arrives too soon up to the days in which an order ships', () => {
  expect([1, 2, 3].map((estimated_days) => arrivesTooSoon({ estimated_days }, 2))).toEqual([true, true, false])
})

it('the name of an option is its carrier and service', () => {
  expect(deliveryName({ provider_name: 'UPS', delivery_type: 'Ground' })).toBe('UPS Ground')
  expect(deliveryName({ provider_name: '', delivery_type: 'Pickup' })).toBe('Pickup')
})
