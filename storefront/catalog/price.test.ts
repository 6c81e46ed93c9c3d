import { describe, expect, it } from 'vitest'
import { formatPrice } from './price.tsx'

describe('formatPrice', () => {
  it("shows 'N/A' where a product has no price", () => {
    expect(formatPrice(null)).toBe('N/A')
    expect(formatPrice(7900)).toBe('$79.00')
  })
})
