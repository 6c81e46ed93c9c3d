import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { PRODUCT, UNKNOWN_ADDRESS } from '../browser/addresses.ts'
import { type BuiltShop, openBuiltShop } from './built-shop.ts'

let shop: BuiltShop
beforeAll(async () => {
  shop = await openBuiltShop()
})
afterAll(() => shop.close())

const PRODUCT_PAGE = `/product/${PRODUCT.product_id}`
const statement = z.looseObject({ '@context': z.literal('https://schema.org'), '@type': z.string() })

async function html(address: string): Promise<string> {
  return (await shop.get(address)).text
}

/** The structured data of a page by type. */
async function statements(address: string) {
  const scripts = (await html(address)).matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)
  const all = [...scripts].map(([, json = '']) => statement.parse(JSON.parse(json)))
  return new Map(all.map((statement) => [statement['@type'], statement]))
}

/** A page's `meta` and `link` values by name. */
async function head(address: string): Promise<Map<string, string>> {
  const page = await html(address)
  const metas = [...page.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g)]
  const links = [...page.matchAll(/<link rel="(canonical)" href="([^"]*)"/g)]
  const title = /<title>([^<]*)</.exec(page)?.[1] ?? ''
  return new Map([['title', title], ...[...metas, ...links].map(([, name = '', value = '']) => [name, value] as const)])
}

test('every indexed page has its own title, description, canonical URL and picture', async () => {
  const titles = new Set<string>()
  for (const address of ['/', '/shop', PRODUCT_PAGE]) {
    const meta = await head(address)
    titles.add(meta.get('title') ?? '')
    expect(meta.get('description')?.length).toBeGreaterThan(40)
    expect(new URL(meta.get('canonical') ?? '').pathname).toBe(address)
    expect(meta.get('og:url')).toBe(meta.get('canonical'))
    for (const name of ['og:title', 'og:description', 'og:type', 'og:site_name', 'og:image:alt']) {
      expect(meta.get(name), `${name} of ${address}`).toBeTruthy()
    }
    expect(meta.get('twitter:card')).toBe('summary_large_image')
    const picture = new URL((meta.get('og:image') ?? '').replaceAll('&amp;', '&'))
    const response = await shop.get(picture.pathname + picture.search)
    expect([response.status, response.type]).toEqual([200, 'image/jpeg'])
    // Until the picture is made its original is sent.
    await expect
      .poll(async () => jpegSize((await shop.get(picture.pathname + picture.search)).bytes))
      .toEqual([1200, 630])
  }
  expect(titles.size).toBe(3)
})

test("filters and dialogs have the page's canonical URL", async () => {
  for (const address of ['/shop?q=blue&sort=name', '/shop?dialog=contact']) {
    expect(new URL((await head(address)).get('canonical') ?? '').href).toMatch(/\/shop$/)
  }
})

test('a page has one canonical URL, however it is requested', async () => {
  const moved = { '/shop/': '/shop', '/about//': '/about', [`${PRODUCT_PAGE}/?q=1`]: `${PRODUCT_PAGE}?q=1` }
  for (const [address, own] of Object.entries(moved)) {
    const { status, location } = await shop.get(address)
    expect([address, status, location]).toEqual([address, 308, own])
  }
  const typed = { '/Shop': '/shop', '/ABOUT': '/about' }
  for (const [address, own] of Object.entries(typed)) {
    const meta = await head(address)
    expect([address, new URL(meta.get('canonical') ?? '').pathname]).toEqual([address, own])
    expect(meta.get('og:url')).toBe(meta.get('canonical'))
    expect((await html(address)) === (await html(own)), `${address} is cached once`).toBe(true)
  }
})

test('personal pages and unknown ones are not indexed', async () => {
  for (const address of [
    '/cart',
    '/checkout',
    '/order-summary',
    '/orderAndReturn',
    '/login',
    '/account',
    '/forgot-password',
    '/reset-password',
    '/confirm-address',
    '/error',
    UNKNOWN_ADDRESS,
  ]) {
    const meta = await head(address)
    expect([address, meta.get('robots'), meta.get('canonical')]).toEqual([address, 'noindex', undefined])
  }
})

test('the home page has structured data of the organization, its return policy and the search', async () => {
  const found = await statements('/')
  expect(found.get('Organization')).toMatchObject({
    name: expect.any(String),
    url: expect.stringMatching(/^http/),
    logo: expect.stringMatching(/^http/),
    hasMerchantReturnPolicy: { applicableCountry: 'US', merchantReturnDays: 15 },
  })
  expect(found.get('WebSite')).toMatchObject({ potentialAction: { '@type': 'SearchAction' } })
})

test('logo and icons exist', async () => {
  const manifest = JSON.parse((await shop.get('/manifest.webmanifest')).text)
  const icons: string[] = manifest.icons.map(({ src }: { src: string }) => src)
  for (const file of [...icons, '/favicon.ico', '/favicon.svg', '/apple-touch-icon.png', '/icon-512.png']) {
    expect([file, (await shop.get(file)).type]).toEqual([file, expect.stringMatching(/^image\//)])
  }
})

test('a product page has a breadcrumb, and no offer that cannot be bought', async () => {
  const found = await statements(PRODUCT_PAGE)
  expect(found.get('BreadcrumbList')).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Home' },
      { position: 2, name: 'Shop' },
      { position: 3, name: PRODUCT.product_name },
    ],
  })
  expect(found.get('Product')).toMatchObject({
    name: PRODUCT.product_name,
    image: expect.arrayContaining([expect.stringMatching(/^http/)]),
    description: expect.any(String),
    offers: {
      '@type': 'Offer',
      price: PRODUCT.price.toFixed(2),
      priceCurrency: 'USD',
      availability: 'https://schema.org/OutOfStock',
    },
  })
  expect(JSON.stringify([...found.values()])).not.toMatch(/InStock|BuyAction|OrderAction/)
})

test('the sitemap lists every indexed page, and each responds 200', async () => {
  const response = await shop.get('/sitemap.xml')
  expect(response.type).toContain('application/xml')
  const addresses = [...response.text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  const products = z
    .array(z.object({ product_id: z.string() }))
    .parse(JSON.parse((await shop.get('/api/products')).text))
  const paths = products.map(({ product_id }) => `/product/${product_id}`)
  expect(addresses).toEqual(expect.arrayContaining(['/', '/shop', '/about', '/repairs', ...paths]))
  for (const address of addresses.slice(0, 6)) expect((await shop.get(address)).status).toBe(200)
  expect((await shop.get('/robots.txt')).text).toMatch(/^Sitemap: http.*\/sitemap\.xml$/m)
})

/** Width and height from a JPEG's frame header. */
function jpegSize(bytes: Buffer): [number, number] | null {
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xc0 || marker === 0xc2) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
  }
  return null
}
