import type { ProductStatus } from '@shop/contract/catalog/admin'
import { catalogCalls } from '@shop/contract/catalog/calls'
import { catalogEndpoints, wireProduct } from '@shop/contract/catalog/schemas'
import { DAY_MS, HOUR_MS } from '@shop/contract/durations'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bumpCatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import { inTransaction } from '../platform/database/database.ts'
import { chunksOf } from '../platform/database/queries.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { eachTestShop } from '../testing/test-hooks.ts'
import { listPublishedProducts } from './catalog.repository.ts'
import { serializeListedProduct } from './catalog.serializers.ts'
import { updateStock } from './stock.repository.ts'

const shop = eachTestShop('sqlite')

const get = (url: string) => shop.app.inject(url)

test('the list holds every product with the fields that a cart item needs', async () => {
  const { products, skipped } = await shop.call(catalogCalls.listProducts, {})
  expect(skipped).toBe(0)
  expect(products).toHaveLength(23)
  for (const product of products) {
    expect(product.price_cents).toBeGreaterThanOrEqual(1400)
    expect([product.color, product.size, product.slug]).not.toContain(null)
  }
})

test('the list reads no content of a picture', async () => {
  await shop.store.database.deleteFrom('media_chunks').execute()
  const { products } = await shop.call(catalogCalls.listProducts, {})
  const pictures = products.flatMap((product) => product.pictures.map(({ src }) => src))
  expect(pictures.length).toBeGreaterThan(20)
  for (const src of pictures) expect(src).toMatch(/^\/images\/[\w.-]+\?v=\w+$/)
})

test('the list has measures and materials in words for the search, and no description', async () => {
  const list = (await get('/api/products')).json()
  const [first] = list.filter(({ product_id }: { product_id: string }) => product_id === '101')
  expect(first.facts).toMatch(/^for a 15-inch laptop, 16 liters, /)
  expect(JSON.stringify(list)).not.toContain('<p>')
})

test('the list is exactly as the contract says', async () => {
  const list = (await get('/api/products')).json()
  expect(list).toHaveLength(23)
  expect(z.parse(catalogEndpoints.listProducts.response, list)).toEqual(list)
})

test('more products are not more queries', async () => {
  const { database } = shop.store
  const [product] = await database.selectFrom('products').selectAll().where('product_id', '=', '107').execute()
  if (product === undefined) throw new Error('no product 107')
  const copies = Array.from({ length: 600 }, (_, index) => ({
    ...product,
    product_id: `c${index}`,
    slug: `c${index}`,
  }))
  for (const chunk of chunksOf(copies)) await database.insertInto('products').values(chunk).execute()
  let queries = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      queries += 1
      return result
    },
  }
  expect(await listPublishedProducts(database.withPlugin(counter))).toHaveLength(623)
  expect(queries).toBe(3)
  const list = (await get('/api/products')).json()
  expect(new Set(list.map(({ product_id }: { product_id: string }) => product_id)).size).toBe(623)
})

test('a still picture represents a product whose first one is a video', async () => {
  const { database } = shop.store
  const listed = async (files: string[]) => {
    const rows = files.map((file, position) => ({ product_id: '107', position, file, alt: file }))
    await database.deleteFrom('product_pictures').where('product_id', '=', '107').execute()
    await database.insertInto('product_pictures').values(rows).execute()
    const [product] = (await listPublishedProducts(database)).filter(({ product_id }) => product_id === '107')
    if (product === undefined) throw new Error('no product 107')
    const { image_url, images } = serializeListedProduct(product, '2026-11-24')
    return [image_url, ...images.map(({ alt }) => alt)]
  }
  expect(await listed(['a.mp4', 'b.jpg', 'c.jpg', 'd.jpg'])).toEqual(['/images/b.jpg', 'b.jpg', 'c.jpg'])
  expect(await listed(['a.mp4'])).toEqual(['/images/a.mp4'])
})

const setProduct = async (
  productId: string,
  values: { status?: ProductStatus; sale_price_cents?: number; sale_from?: string; sale_until?: string },
) => {
  await inTransaction(shop.store.database, async (trx) => {
    await bumpCatalogVersion(trx)
    await trx.updateTable('products').set(values).where('product_id', '=', productId).execute()
  })
}
const listedIds = async () => {
  const { products } = await shop.call(catalogCalls.listProducts, {})
  return products.map(({ product_id }) => product_id)
}

test('a draft is not shown', async () => {
  await setProduct('107', { status: 'draft' })
  await expect.poll(listedIds).not.toContain('107')
  expect((await get('/api/products/107')).statusCode).toBe(404)
  expect((await get('/api/productsBySlug?slug=hybrid-full-blue')).statusCode).toBe(404)
  expect((await get('/api/products/108')).json().siblings).toEqual([])
  const items = [{ product_id: '107', quantity: 1 }]
  const stock = await shop.app.inject({ method: 'POST', url: '/api/cart/validate-stock', payload: { items } })
  expect(stock.json()).toEqual([{ product_id: '107', quantity: 0 }])
})

test('a hidden product has a page but is in no list', async () => {
  await setProduct('107', { status: 'hidden' })
  await expect.poll(listedIds).not.toContain('107')
  expect((await get('/api/products/107')).json()).toMatchObject({ product_id: '107', hidden: true })
  expect((await get('/api/productsBySlug?slug=hybrid-full-blue')).statusCode).toBe(200)
  expect((await get('/api/products/108')).json().siblings).toEqual([])
})

test('during a sale the price is the sale price, sent with the regular one', async () => {
  await setProduct('107', { sale_price_cents: 9900 })
  const read = async () => (await get('/api/products/107')).json()
  await expect.poll(read).toMatchObject({ price: 99, regular_price: 124 })
  const { products } = await shop.call(catalogCalls.listProducts, {})
  expect(products.find(({ product_id }) => product_id === '107')).toMatchObject({
    price_cents: 9900,
    regular_price_cents: 12_400,
  })
})

test('a sale begins and ends by itself, in calls that were cached the day before as well', async () => {
  const day = (ahead: number) => localDay(new Date(shop.clock().getTime() + ahead * DAY_MS))
  await setProduct('107', { sale_price_cents: 9900, sale_from: day(1), sale_until: day(2) })
  const prices = async () => {
    const { products } = await shop.call(catalogCalls.listProducts, {})
    const listed = products.find(({ product_id }) => product_id === '107')
    return [listed?.price_cents, (await get('/api/products/107')).json().price]
  }
  await expect.poll(prices).toEqual([12_400, 124])
  for (const price of [99, 99, 124]) {
    shop.passTime(DAY_MS)
    expect(await prices()).toEqual([price * 100, price])
  }
})

test('a sale ends at midnight where the shop is, hours after that of Greenwich (R55)', async () => {
  const now = shop.clock().getTime()
  const evening = Math.ceil(now / DAY_MS) * DAY_MS + 2 * HOUR_MS
  const lastDay = new Date(evening - DAY_MS).toISOString().slice(0, 10)
  await setProduct('107', { sale_price_cents: 9900, sale_until: lastDay })
  const price = async () => (await get('/api/products/107')).json().price
  await expect.poll(price).toBe(99)
  shop.passTime(evening - now)
  expect(await price()).toBe(99)
  shop.passTime(4 * HOUR_MS)
  expect(await price()).toBe(124)
})

test('an earlier slug redirects to the current one', async () => {
  await shop.store.database.insertInto('product_slugs').values({ slug: 'old name', product_id: '107' }).execute()
  const response = await get('/api/productsBySlug?slug=old%20name')
  expect(response.statusCode).toBe(308)
  expect(response.headers.location).toBe('/api/productsBySlug?slug=hybrid-full-blue')
})

test('an earlier slug of a draft is not found and does not reveal its new one', async () => {
  await shop.store.database.insertInto('product_slugs').values({ slug: 'shown before', product_id: '107' }).execute()
  await setProduct('107', { status: 'draft' })
  const response = await get('/api/productsBySlug?slug=shown%20before')
  expect([response.statusCode, response.headers.location]).toEqual([404, undefined])
})

test('one product is sold out, one has 3 left, one has no picture, one has a video', async () => {
  const { products } = await shop.call(catalogCalls.listProducts, {})
  expect(products.filter((product) => product.stock_quantity === 0)).toHaveLength(1)
  expect(products.filter((product) => product.stock_quantity === 3)).toHaveLength(1)
  expect(products.filter((product) => product.pictures.length === 0)).toHaveLength(1)
  const pages = await Promise.all(products.map(({ product_id }) => get(`/api/products/${product_id}`)))
  expect(pages.filter((page) => page.payload.includes('.mp4'))).toHaveLength(1)
})

test('a product says which of its other colors is sold out', async () => {
  const { products } = await shop.call(catalogCalls.listProducts, {})
  const soldOut = products.find(({ stock_quantity }) => stock_quantity === 0)
  const read = (product_id = '') => shop.call(catalogCalls.getProduct, { params: { product_id } })
  const [other] = (await read(soldOut?.product_id)).siblings
  const { siblings } = await read(other?.product_id)
  expect(siblings).toContainEqual({ product_id: soldOut?.product_id, color: soldOut?.color, sold_out: true })
})

test('a product has everything its page shows, with a sanitized description', async () => {
  const response = await get('/api/products/107')
  const product = z.parse(wireProduct, response.json())
  expect(product.description).not.toMatch(/<(?!\/?(?:p|h3|ul|ol|li|strong|em|br)\b)/)
  expect(product.siblings).toEqual([{ product_id: '108', color: 'Grey', sold_out: false }])
  const { pictures } = await shop.call(catalogCalls.getProduct, { params: { product_id: '107' } })
  expect(pictures.length).toBeGreaterThan(3)
  expect(pictures.length).toBeLessThanOrEqual(10)
})

test('an unknown product: 404', async () => {
  for (const id of ['999', 'x', '%27%20OR%201=1', '..', '-1', '1e2', '٣']) {
    const response = await get(`/api/products/${encodeURIComponent(decodeURIComponent(id))}`)
    expect(response.statusCode, id).toBe(404)
    expect(response.json()).toMatchObject({ success: false, error: 'not_found' })
  }
})

test('a slug leads to its product, an unknown one to 404', async () => {
  const found = await shop.call(catalogCalls.findProductBySlug, { query: { slug: 'campus-slim-blue' } })
  expect(found?.product_id).toBe('101')
  expect((await get('/api/productsBySlug?slug=nothing')).statusCode).toBe(404)
  expect((await get('/api/productsBySlug')).statusCode).toBe(400)
})

test('a response is the same bytes until stock changes', async () => {
  const first = await get('/api/products')
  const again = await shop.app.inject({
    url: '/api/products',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect(again.statusCode).toBe(304)
  await inTransaction(shop.store.database, async (trx) => {
    await bumpCatalogVersion(trx)
    await updateStock(trx, '101', 1)
  })
  // Changed by another process: this one finds out by polling.
  await expect.poll(async () => (await get('/api/products')).headers.etag).not.toBe(first.headers.etag)
  expect((await get('/api/products/101')).json()).toMatchObject({ stock_quantity: 1 })
})
