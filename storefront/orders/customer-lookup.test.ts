import { describe, expect, it } from 'vitest'
import { orderLabel } from './customer-lookup.tsx'

describe('an order in the dropdown', () => {
  it('reads Order # 17 - 11/21/2026 (R25)', () => {
    expect(orderLabel({ order_id: '17', order_date: '2026-11-21' })).toBe('Order # 17 - 11/21/2026')
    expect(orderLabel({ order_id: '17', order_date: null })).toBe('Order # 17 - N/A')
    expect(orderLabel({ order_id: '17', order_date: 'soon' })).toBe('Order # 17 - N/A')
  })
})
