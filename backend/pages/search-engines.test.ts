import fc from 'fast-check'
import { expect, test } from 'vitest'
import { robots, sitemap, webManifest } from './search-engines.ts'

const ORIGIN = 'https://shop.example'
const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)

test('the sitemap names every page for search engines and every product', () => {
  expect(addresses(sitemap(ORIGIN, [{ product_id: '101' }, { product_id: 'a b&c' }]))).toEqual([
    `${ORIGIN}/`,
    `${ORIGIN}/shop`,
    `${ORIGIN}/about`,
    `${ORIGIN}/product/101`,
    `${ORIGIN}/product/a%20b%26c`,
  ])
})

test('whatever a product is called, the sitemap stays well-formed', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (ids) => {
      const xml = sitemap(
        ORIGIN,
        ids.map((product_id) => ({ product_id })),
      )
      expect(addresses(xml)).toHaveLength(3 + ids.length)
      expect(xml.replace(/<\/?(urlset|url|loc)\b[^>]*>|<\?xml[^>]*>/g, '')).not.toMatch(
        /[<>]|&(?!(amp|lt|gt|quot|apos);)/,
      )
    }),
  )
})

test('the sitemap keeps to 50,000 addresses', () => {
  const many = Array.from({ length: 60_000 }, (_, index) => ({ product_id: String(index) }))
  expect(addresses(sitemap(ORIGIN, many))).toHaveLength(50_000)
})

test('robots may read everything and are told of the sitemap', () => {
  expect(robots(ORIGIN)).toBe(`User-agent: *\nDisallow:\n\nSitemap: ${ORIGIN}/sitemap.xml\n`)
})

test('the web manifest names the shop and icons of 192 and 512 pixels', () => {
  const manifest = JSON.parse(webManifest())
  expect(manifest).toMatchObject({ name: expect.any(String), start_url: '/' })
  const sizes = manifest.icons.map(({ sizes: size }: { sizes: string }) => size)
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
})
