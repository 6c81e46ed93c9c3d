import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { normalizeUrl } from './pages.routes.ts'
import { robots, sitemap, webManifest } from './search-engines.routes.ts'

const ORIGIN = 'https://shop.example'
const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)

test('the sitemap lists the given pages as full URLs', () => {
  expect(addresses(sitemap(ORIGIN, ['/', '/product/a%20b%26c']))).toEqual([`${ORIGIN}/`, `${ORIGIN}/product/a%20b%26c`])
})

test('the sitemap escapes addresses', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), (names) => {
      const xml = sitemap(
        ORIGIN,
        names.map((name) => `/${name}`),
      )
      expect(addresses(xml)).toHaveLength(names.length)
      expect(xml.replace(/<\/?(urlset|url|loc)\b[^>]*>|<\?xml[^>]*>/g, '')).not.toMatch(
        /[<>]|&(?!(amp|lt|gt|quot|apos);)/,
      )
    }),
  )
})

test('the sitemap has at most 50,000 addresses', () => {
  const many = Array.from({ length: 60_000 }, (_, index) => `/product/${index}`)
  expect(addresses(sitemap(ORIGIN, many))).toHaveLength(50_000)
})

test('robots.txt allows everything and names the sitemap', () => {
  expect(robots(ORIGIN)).toBe(`User-agent: *\nDisallow:\n\nSitemap: ${ORIGIN}/sitemap.xml\n`)
})

test("the web manifest has the shop's name and icons of 192 and 512 pixels", () => {
  const manifest = JSON.parse(webManifest(shop))
  expect(manifest).toMatchObject({ name: expect.any(String), start_url: '/' })
  const sizes = manifest.icons.map(({ sizes: size }: { sizes: string }) => size)
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']))
})

test.each(['/\\elsewhere.example/shop', '\\\\elsewhere.example', '//elsewhere.example/', '/%', '/product/%00'])(
  '%s is an unknown page, and never one of another host',
  (url) => {
    expect(normalizeUrl(url)).toBe('/nowhere')
  },
)

test('the search of a page may hold anything', () => {
  expect(normalizeUrl('/shop?q=\\a//b')).toBe('/shop?q=\\a//b')
})
