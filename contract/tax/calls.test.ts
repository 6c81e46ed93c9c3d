import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseStateCode, US_STATES } from '../address/us-states.ts'
import { salesTax } from '../tax/sales-tax.ts'
import { parseTaxRate } from './calls.ts'

const cents = fc.integer({ min: 0, max: 100_000_000 })

it('sales tax (R19) is rounded half up once: within half a cent of the exact product', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 200_000 }), (subtotal, millionths) => {
      const tax = salesTax(subtotal, millionths / 1_000_000)
      const exact = BigInt(subtotal) * BigInt(millionths)
      const off = BigInt(tax) * 1_000_000n - exact
      expect(off > -500_000n && off <= 500_000n).toBe(true)
    }),
  )
})

it('sales tax (R19) is not affected by floating-point errors', () => {
  // In doubles 50 * 0.29 is 14.499999999999998.
  expect(salesTax(50, 0.29)).toBe(15)
  expect(salesTax(350, 0.07)).toBe(25)
})

it.each([
  [0.0825, { rate: 0.0825, percent: false }],
  ['0.0825', { rate: 0.0825, percent: false }],
  [0, { rate: 0, percent: false }],
  [8.25, { rate: 0.0825, percent: true }],
  ['8.25', { rate: 0.0825, percent: true }],
  [1, { rate: 1, percent: false }],
  [-0.1, { rate: null, percent: false }],
  [101, { rate: null, percent: false }],
  ['', { rate: null, percent: false }],
  ['unknown', { rate: null, percent: false }],
  [null, { rate: null, percent: false }],
  [undefined, { rate: null, percent: false }],
])('parseTaxRate (R19) reads %o as %o: a value above 1 is a percentage', (combined_tax_rate, expected) => {
  expect(parseTaxRate({ combined_tax_rate })).toEqual(expected)
})

it('parseTaxRate (R19) is a fraction or null for any response, and never throws', () => {
  const body = fc.oneof(fc.jsonValue(), fc.record({ combined_tax_rate: fc.oneof(fc.jsonValue(), fc.double()) }))
  fc.assert(
    fc.property(body, (response) => {
      const { rate: fraction } = parseTaxRate(response)
      expect(fraction === null || (fraction >= 0 && fraction <= 1)).toBe(true)
    }),
  )
})

it('states are all 50 (section 9)', () => {
  expect(Object.keys(US_STATES)).toHaveLength(50)
  expect(new Set(Object.values(US_STATES)).size).toBe(50)
})

it.each([
  ['CA', 'CA'],
  [' ny ', 'NY'],
  ['DC', null],
  ['California', null],
  ['', null],
  ['toString', null],
  ['__proto__', null],
])('states reads %o as %o', (text, code) => {
  expect(parseStateCode(text)).toBe(code)
})
