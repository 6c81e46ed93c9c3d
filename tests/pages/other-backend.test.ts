import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../backend/app.ts'
import { loadBuiltStorefront } from '../../backend/pages/storefront.ts'
import { readSettings } from '../../backend/platform/settings/settings.ts'
import { type OtherBackend, openOtherBackend } from '../harness/shop/other-backend.ts'

let backend: OtherBackend
let app: Awaited<ReturnType<typeof buildApp>>

beforeAll(async () => {
  backend = await openOtherBackend()
})
beforeEach(async () => {
  // Without the pages that it has cached.
  await app?.close()
  const settings = readSettings({ API_URL: backend.address, DEMO: 'off' })
  app = await buildApp({ settings, store: null, storefront: await loadBuiltStorefront(), maxDelay: 60_000 })
})
afterAll(async () => {
  await app.close()
  await backend.close()
})

async function get(address: string): Promise<{ status: number; html: string }> {
  const { statusCode, payload } = await app.inject(address)
  return { status: statusCode, html: payload.replace(/<!--.*?-->/gs, '') }
}

test('pages of another backend have its products, with numbers for ids and its pictures as they are (R1, R3)', async () => {
  const list = await get('/shop')
  for (const text of [
    'href="/product/7"',
    'Mug',
    '$12.50',
    'Bowl',
    'Unknown Product',
    `${backend.address}/images/mug.jpg"`,
  ])
    expect(list.html).toContain(text)
  const page = await get('/product/7')
  expect([page.status, page.html]).toEqual([200, expect.stringContaining(`${backend.address}/images/mug.jpg"`)])
  for (const { html } of [list, page]) expect(html).not.toMatch(/mug\.jpg\?/)
})

test('a product that is not there, or no product, is told to the letter (R6)', async () => {
  expect(await get('/product/404')).toMatchObject({ status: 404, html: expect.stringContaining('Product not found') })
  expect((await get('/product/10')).html).toContain('Invalid product data structure')
  expect((await get('/shop')).status).toBe(200)
})

test('a backend that answers late is waited for', async () => {
  backend.answer('/api/products', { afterMs: 300 })
  expect((await get('/shop')).html).toContain('href="/product/7"')
})

test('a page of a backend that fails comes with its loading text', async () => {
  backend.answer('/api/products', { status: 500 })
  expect(await get('/shop')).toMatchObject({ status: 503, html: expect.stringContaining('Loading products...') })
})

test('pages come without the data of a backend that never answers, and the sitemap is unavailable (R50)', async () => {
  backend.answer('/api/products', { never: true })
  const [list, product, sitemap] = await Promise.all(['/shop', '/product/7', '/sitemap.xml'].map(get))
  expect(list).toMatchObject({ status: 503, html: expect.stringContaining('Loading products...') })
  expect(product).toMatchObject({ status: 503, html: expect.stringContaining('Loading product details...') })
  // One without products would tell search engines that they are gone.
  expect(sitemap).toMatchObject({ status: 503, html: expect.not.stringContaining('<urlset') })
})
