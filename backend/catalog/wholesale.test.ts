import { expect, test } from 'vitest'
import { resolveWholesale } from './wholesale.ts'

const PRODUCT = { price_cents: 7999, wholesale_price_cents: null, wholesale_minimum: 0 }

test('a wholesale price is the percentage of the regular one, half a cent rounded up', () => {
  expect(resolveWholesale(PRODUCT, 50).wholesale_price_cents).toBe(4000)
  expect(resolveWholesale(PRODUCT, 100).wholesale_price_cents).toBe(7999)
  expect(resolveWholesale(PRODUCT, 0).wholesale_price_cents).toBeNull()
})

test('a product’s own wholesale price comes first, also without a percentage', () => {
  const own = { ...PRODUCT, wholesale_price_cents: 3500 }
  expect([50, 0].map((percent) => resolveWholesale(own, percent).wholesale_price_cents)).toEqual([3500, 3500])
})

test('a minimum of 0 is none', () => {
  expect(resolveWholesale(PRODUCT, 50).wholesale_minimum).toBeNull()
  expect(resolveWholesale({ ...PRODUCT, wholesale_minimum: 6 }, 50).wholesale_minimum).toBe(6)
})
