import { describe, expect, test } from 'vitest'
import { priceOn, saleStateOn } from './catalog.ts'

const BAG = { price_cents: 10_000, sale_price_cents: 8000, sale_from: '2026-11-27', sale_until: '2026-11-30' }

describe('the price of a day', () => {
  test.each([
    ['2026-11-26', 'planned', 10_000, null],
    ['2026-11-27', 'on', 8000, 10_000],
    ['2026-11-30', 'on', 8000, 10_000],
    ['2026-12-01', 'over', 10_000, null],
  ] as const)('on %s the sale is %s', (day, state, price_cents, regular_price_cents) => {
    expect(saleStateOn(BAG, day)).toBe(state)
    expect(priceOn(BAG, day)).toEqual({ price_cents, regular_price_cents })
  })

  test('a sale without days is on until somebody ends it', () => {
    const endless = { ...BAG, sale_from: null, sale_until: null }
    for (const day of ['2000-01-01', '2099-12-31']) expect(priceOn(endless, day).price_cents).toBe(8000)
  })

  test('without a sale price it is the regular one, whatever the days say', () => {
    const none = { ...BAG, sale_price_cents: null }
    expect(saleStateOn(none, '2026-11-28')).toBeNull()
    expect(priceOn(none, '2026-11-28')).toEqual({ price_cents: 10_000, regular_price_cents: null })
  })
})
