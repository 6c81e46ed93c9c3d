import { parseProduct } from '@shop/contract/catalog'
import { createClient } from '@shop/contract/client'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { type ProductResult, productQuery } from '../catalog/catalog.queries.ts'
import { cachedLineProduct, lineProduct, regularLineTotal } from './use-line-product.ts'

const ROW = { product_id: '1', product_name: 'Campus Slim', price: 81, color: 'Blue', size: 'Slim, 16 L' }
const API = { baseUrl: '', call: createClient('', () => Promise.reject(new Error('no call is made'))) }

describe('what a cart line shows of its product (R12)', () => {
  it("is its color, size and today's price", () => {
    expect(lineProduct(parseProduct(ROW))).toMatchObject({ color: 'Blue', size: 'Slim, 16 L', price_cents: 8100 })
  })

  it('is its first picture that is no video', () => {
    const shown = (...files: string[]) => lineProduct(parseProduct({ ...ROW, multi_image_url: files })).picture
    expect(shown('tour.mp4', 'front.jpg', 'back.jpg')).toMatchObject({ src: 'front.jpg' })
    expect(shown('tour.mp4')).toBeNull()
  })

  it('comes from the query cache, and is unknown while the product is not there or gone', () => {
    const client = new QueryClient()
    const { queryKey } = productQuery(API, '1')
    const unknown = { picture: null, color: null, size: null, price_cents: null, regular_price_cents: null }
    expect(cachedLineProduct(client, API, '1')).toEqual(unknown)
    client.setQueryData<ProductResult>(queryKey, { kind: 'missing' })
    expect(cachedLineProduct(client, API, '1')).toEqual(unknown)
    const found: ProductResult = { kind: 'found', product: parseProduct(ROW) }
    client.setQueryData<ProductResult>(queryKey, found)
    expect(cachedLineProduct(client, API, '1')).toMatchObject({ color: 'Blue', price_cents: 8100 })
  })
})

it('strikes a regular price only where the line was added at the price of the sale', () => {
  const line = { price_cents: 5900, quantity: 2 }
  expect(regularLineTotal(line, { price_cents: 5900, regular_price_cents: 7900 })).toBe(15_800)
  expect(regularLineTotal(line, { price_cents: 5500, regular_price_cents: 7900 })).toBeNull()
  expect(regularLineTotal(line, { price_cents: 5900, regular_price_cents: null })).toBeNull()
})
