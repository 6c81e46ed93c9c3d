import { expect, it } from 'vitest'
import { regularLineTotal } from './use-line-product.ts'

it('strikes a regular price only where the line was added at the price of the sale', () => {
  const line = { price_cents: 5900, quantity: 2 }
  expect(regularLineTotal(line, { price_cents: 5900, regular_price_cents: 7900 })).toBe(15_800)
  expect(regularLineTotal(line, { price_cents: 5500, regular_price_cents: 7900 })).toBeNull()
  expect(regularLineTotal(line, { price_cents: 5900, regular_price_cents: null })).toBeNull()
})
