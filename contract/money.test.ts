import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  allocate,
  dollars,
  formatAdminMoney,
  formatDollars,
  formatMoney,
  parseCents,
  parseDollars,
  parseNumber,
  prorate,
  roundToCents,
  sumCents,
} from './money.ts'

/** Up to a billion dollars, far within the integers that a double represents exactly. */
const cents = fc.integer({ min: 0, max: 100_000_000_000 })

it('parseCents round-trips cents through dollars, as a number or a string (R3)', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      expect(parseCents(dollars(amount))).toBe(amount)
      expect(parseCents(String(dollars(amount)))).toBe(amount)
    }),
  )
})

it('parseCents returns whole cents of at least 0 or null, never NaN or minus zero', () => {
  const anything = fc.oneof(fc.anything(), fc.double(), fc.double().map(String), fc.string())
  fc.assert(
    fc.property(anything, (value) => {
      const amount = parseCents(value)
      if (amount === null) return
      expect(Number.isSafeInteger(amount)).toBe(true)
      expect(amount).toBeGreaterThanOrEqual(0)
      expect(Object.is(amount, -0)).toBe(false)
    }),
  )
})

it.each([
  [5, '$0.05'],
  [99_999, '$999.99'],
  [100_000, '$1,000.00'],
  [123_456_789_00, '$123,456,789.00'],
  [-1_234_500, '-$12,345.00'],
])('%s cents stand in the admin as %s', (amount, text) => {
  expect(formatAdminMoney(amount)).toBe(text)
})

it.each([
  ['79', 7900],
  [' 79.50 ', 7950],
  [0, 0],
  [-0, 0],
  ['-0', 0],
  [1.005, 101],
  [0.1 + 0.2, 30],
  [44.995, 4500],
])('parseCents reads %o as %i cents', (value, expected) => {
  expect(parseCents(value)).toBe(expected)
})

it.each([
  ['', null],
  ['   ', null],
  ['free', null],
  ['$5', null],
  ['1,000', null],
  [-0.01, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [1e300, null],
  [null, null],
  [undefined, null],
  [true, null],
  [[5], null],
  [{}, null],
])('parseCents reads %o as no amount', (value, expected) => {
  expect(parseCents(value)).toBe(expected)
})

it.each([
  [1.005, 101],
  [2.675, 268],
  [0.004, 0],
  [0.005, 1],
  [19.99, 1999],
])('roundToCents rounds %d dollars half up to %i cents', (amount, expected) => {
  expect(roundToCents(amount)).toBe(expected)
})

it.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [1400, '$14.00'],
  [7950, '$79.50'],
  [150_000, '$1500.00'],
  [-250, '-$2.50'],
  [-0, '$0.00'],
])('formatMoney shows %i cents as %s: a dollar sign, two decimals, no separator (R40)', (amount, text) => {
  expect(formatMoney(amount)).toBe(text)
})

it('formatMoney round-trips every amount', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      const text = formatMoney(amount)
      expect(text).toMatch(/^\$\d+\.\d\d$/)
      expect(parseCents(text.slice(1))).toBe(amount)
    }),
  )
})

it('sumCents is unknown when one amount is, or when it is not a safe integer (R46)', () => {
  expect(sumCents(100, 250)).toBe(350)
  expect(sumCents(100, null)).toBeNull()
  expect(sumCents(null)).toBeNull()
  expect(sumCents(Number.MAX_SAFE_INTEGER, 1)).toBeNull()
})

it.each([
  ['79', 7900],
  ['45.', 4500],
  ['.5', 50],
  ['$125.00', 12_500],
  ['1,098.50', 109_850],
  [' $ 1,234,567.8 ', 123_456_780],
  ['12,50', null],
  ['1,0985', null],
  ['1.098,50', null],
  ['1.005', null],
  ['1e3', null],
  ['-5', null],
  ['79 dollars', null],
  ['$', null],
  ['.', null],
  ['', null],
  ['9'.repeat(20), null],
])('what somebody typed as %j is read as %j cents', (text, amount) => {
  expect(parseDollars(text)).toBe(amount)
})

it('every written amount is read as the same one', () => {
  fc.assert(fc.property(cents, (amount) => parseDollars(formatDollars(amount)) === amount))
})

it.each([
  ['16', 16],
  ['1,200', 1200],
  ['15.125', 15.125],
  ['15,5', null],
  ['$5', null],
])('what somebody typed as %j is read as the number %j', (text, number) => {
  expect(parseNumber(text)).toBe(number)
})

it.each([
  [1, 1, 2, 1],
  [1, 49, 100, 0],
  [3, 1, 2, 2],
  [7900, 82_500, 1_000_000, 652],
  [1_000_000_000, 999_999, 1_000_000, 999_999_000],
  [5, 1, 0, 0],
])('of %j cents the part %j of %j is %j cents, half a cent rounded up', (amount, part, whole, share) => {
  expect(prorate(amount, part, whole)).toBe(share)
})

it('the parts of an amount come to it, and none is a cent off its own share', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(cents, weights, (amount, parts) => {
      const whole = parts.reduce((sum, part) => sum + part, 0)
      fc.pre(whole > 0)
      const shares = allocate(amount, parts)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(amount)
      shares.forEach((share, index) => {
        expect(Math.abs(share - prorate(amount, parts[index] ?? 0, whole))).toBeLessThanOrEqual(1)
      })
    }),
  )
})
