import { expect, test } from 'vitest'
import { isLargePriceChange, nameInColor, previewPath, toSlug } from './admin.ts'

const price = (price_cents: number, sale_price_cents: number | null = null) => {
  return { price_cents, sale_price_cents, sale_from: null, sale_until: null }
}
const isLarge = (before: ReturnType<typeof price>, after: ReturnType<typeof price>) =>
  isLargePriceChange(before, after, '2026-11-27')

test('a price that changes by more than half, up or down, is asked about', () => {
  const large = [500, 499, 1500, 1501].map((cents) => isLarge(price(1000), price(cents)))
  expect(large).toEqual([false, true, false, true])
  expect(isLarge(price(0), price(9900))).toBe(false)
})

test('so is a sale price, beside the one that shoppers paid', () => {
  expect([isLarge(price(1000), price(1000, 500)), isLarge(price(1000), price(1000, 499))]).toEqual([false, true])
  expect(isLarge(price(1000, 400), price(1000))).toBe(true)
})

test('an address has only letters and digits, and the name of another color is replaced', () => {
  expect([toSlug('Campus Slim, Blue'), toSlug(' Café "15" – new! ')]).toEqual(['campus-slim-blue', 'cafe-15-new'])
  expect(nameInColor({ product_name: 'Campus Slim, Blue', color: 'Blue' }, 'Green')).toBe('Campus Slim, Green')
  expect(nameInColor({ product_name: 'Campus', color: '' }, 'Green')).toBe('Campus')
  expect(previewPath('a/b')).toBe('/api/admin/previews/a%2Fb')
})
