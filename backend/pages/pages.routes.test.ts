import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { catalogCalls } from '@shop/contract/catalog/calls'
import { MINUTE_MS } from '@shop/contract/durations'
import { createClient } from '@shop/contract/http/client'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { changeSettings } from '../admin/settings/change-settings.ts'
import { buildApp } from '../app.ts'
import { readLines, saveLine } from '../catalog/lines/change-lines.ts'
import { plainLine } from '../catalog/lines.ts'
import { updateStock } from '../catalog/stock.repository.ts'
import { bumpCatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { openTestStore, type TestStore } from '../testing/servers/engines.ts'
import { fetchFor } from './pages.routes.ts'
import type { Storefront } from './storefront.ts'

type App = Awaited<ReturnType<typeof buildApp>>

async function renameTable(database: Database, from: string, to: string): Promise<void> {
  await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(database)
}

let opened: TestStore
let app: App
let rendered: string[]
/** Version of the catalog for each rendering. Renderings of one version share the object. */
let versions: (object | undefined)[]
let failing: boolean
/** All logged errors. */
let logged: string[]
let now: number

/** A small storefront whose page shows the stock of the first product. */
const storefront: Storefront = {
  manifest: null,
  files: null,
  inlineScripts: ['start()'],
  sitemapPaths: () => ['/'],
  cacheKey: (url) => {
    const { pathname, searchParams } = new URL(url, 'http://shop')
    const q = searchParams.get('q')
    if (pathname === '/shop') return q === null ? '/shop' : `/shop?q=${encodeURIComponent(q)}`
    return pathname.startsWith('/product/') ? pathname : null
  },
  render: async (url, { send, shop, origin, sharing }) => {
    rendered.push(url)
    versions.push(sharing?.version)
    if (failing) throw new Error('the page broke')
    if (url === '/nowhere' || url.startsWith('/product/x')) return { status: 404, html: '<h1>Nowhere</h1>' }
    const { products } = await createClient('', send)(catalogCalls.listProducts, {})
    return {
      status: 200,
      html: `<h1>${products[0]?.stock_quantity} left</h1>© ${shop.year} ${shop.name} at ${origin}`.padEnd(2000, ' '),
    }
  },
}

beforeEach(async () => {
  opened = await openTestStore('sqlite')
  rendered = []
  versions = []
  failing = false
  logged = []
  now = Date.UTC(2026, 5, 1, 12)
  const settings = readSettings({ DATA_DIR: opened.location.dataDir, DEMO: 'off' })
  const clock = () => new Date(now)
  const logger = pino({ level: 'error', base: null }, { write: (line: string) => void logged.push(line) })
  app = await buildApp({ settings, store: opened.store, storefront, clock, logger })
})
afterEach(async () => {
  await app.close()
  await opened.close()
})

async function setStock(stock: number): Promise<void> {
  await inTransaction(opened.store.database, async (trx) => {
    await bumpCatalogVersion(trx)
    await updateStock(trx, '101', stock)
  })
}

test('the year of the copyright changes at midnight where the shop is, also of a page that is kept', async () => {
  // Half past eleven at night in New York.
  now = Date.UTC(2027, 0, 1, 4, 30)
  expect((await app.inject('/shop')).body).toContain('© 2026')
  now += 30 * MINUTE_MS
  expect((await app.inject('/shop')).body).toContain('© 2027')
})

test('a page is rendered once, whatever search parameters it is requested with', async () => {
  await Promise.all(['/shop', '/shop', '/shop?utm_source=mail'].map((url) => app.inject(url)))
  await app.inject('/shop?x=1')
  expect(rendered).toEqual(['/shop'])
})

test('an unchanged page gets 304, and pages are compressed', async () => {
  const first = await app.inject({ url: '/shop', headers: { 'accept-encoding': 'gzip, br' } })
  expect(first.headers['content-encoding']).toBe('br')
  expect(first.headers['cache-control']).toBe('no-cache')
  expect(first.headers.vary).toContain('accept-encoding')
  const etag = String(first.headers.etag)
  const again = await app.inject({ url: '/shop', headers: { 'accept-encoding': 'gzip, br', 'if-none-match': etag } })
  expect(again.statusCode).toBe(304)
  expect((await app.inject({ method: 'HEAD', url: '/shop' })).payload).toBe('')
})

test('a stock change invalidates the page, also one by another process', async () => {
  await app.inject('/shop')
  await setStock(4)
  await expect.poll(async () => (await app.inject('/shop')).payload).toContain('4 left')
})

test('a redirect of another backend is not followed', async () => {
  const requested: (string | undefined)[] = []
  const api = createServer(({ url }, response) => {
    requested.push(url)
    response.writeHead(302, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  await once(api, 'listening')
  onTestFinished(() => void api.close())
  const address = api.address()
  const API_URL = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  expect((await fetchFor(app, readSettings({ API_URL }))('/api/products', {})).status).toBe(302)
  expect(requested).toEqual(['/api/products'])
})

test.each<[string, RequestListener]>([
  ['never answers', () => {}],
  ['stops in the middle', (_, response) => void response.writeHead(200).write('[')],
])(
  'another backend that %s is given up, also where the call may be aborted for another reason',
  async (_, listener) => {
    const api = createServer(listener).listen(0, '127.0.0.1')
    await once(api, 'listening')
    onTestFinished(() => {
      api.closeAllConnections()
      api.close()
    })
    const address = api.address()
    const API_URL = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const send = fetchFor(app, readSettings({ API_URL }), 50)
    const call = createClient(API_URL, send)(catalogCalls.listProducts, {}, { signal: new AbortController().signal })
    await expect(call).rejects.toMatchObject({ name: 'CallError', kind: 'network' })
  },
)

test('pages share their data until stock changes', async () => {
  await app.inject('/shop?q=blue')
  await app.inject('/shop?q=grey')
  expect(versions[0]).toBeDefined()
  expect(versions[1]).toBe(versions[0])
  await setStock(4)
  const openShop = async () => {
    await app.inject('/shop')
    return versions.at(-1)
  }
  await expect.poll(openShop).not.toBe(versions[0])
})

test("a change of the shop's settings, made by another process too, makes a new page without a build", async () => {
  await app.inject('/shop')
  const context = { database: opened.store.database, clock: () => new Date(now), actor: 'command' }
  await changeSettings(
    { ...context, findOpeningProblems: async () => [] },
    { name: 'Rucksack', url: 'https://rucksack.example/' },
  )
  const pageOf = async () => (await app.inject('/shop')).payload
  await expect.poll(pageOf).toContain('Rucksack at https://rucksack.example ')
  expect((await app.inject('/manifest.webmanifest')).json()).toMatchObject({ name: 'Rucksack' })
  expect((await app.inject('/robots.txt')).payload).toContain('https://rucksack.example/sitemap.xml')
})

test('an unknown address responds 404 and is not cached', async () => {
  expect((await app.inject('/nowhere')).statusCode).toBe(404)
  expect((await app.inject('/nowhere')).headers['cache-control']).toBe('no-store')
  expect(rendered).toEqual(['/nowhere', '/nowhere'])
})

test('an address that cannot be parsed is an unknown page', async () => {
  for (const address of ['/product/%E0%A4%A', '/product/%00', '/%', '//elsewhere.example/']) {
    const response = await app.inject(address)
    expect(response.statusCode, address).toBe(404)
    expect(response.headers['content-type']).toContain('text/html')
  }
})

test('parameters that cannot be parsed are ignored', async () => {
  for (const address of ['/shop?q=%00', '/shop?a=%00&x=1', '/shop?%00']) {
    const response = await app.inject(address)
    expect(response.statusCode, address).toBe(200)
    expect(response.headers['content-type']).toContain('text/html')
  }
})

test('a call or file that cannot be parsed is rejected as JSON', async () => {
  for (const address of ['/api/products/%E0%A4%A', '/images/%00', '/assets/%']) {
    const response = await app.inject(address)
    expect(response.statusCode, address).toBe(400)
    expect(response.json()).toMatchObject({ success: false, error: 'invalid_request' })
  }
})

test('a typed address is permanently redirected to the canonical one (R49)', async () => {
  for (const [typed, address] of [
    ['/shop/', '/shop'],
    ['/shop/?q=blue&sort=name', '/shop?q=blue&sort=name'],
    ['/product/101//', '/product/101'],
    ['/no-such-page/', '/no-such-page'],
  ] as const) {
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await app.inject({ method, url: typed })
      expect(response.statusCode, typed).toBe(308)
      expect(response.headers.location).toBe(address)
    }
    expect(rendered).toEqual([])
  }
})

test('a canonical address, another host and a call are not redirected', async () => {
  for (const address of [
    '/',
    '/?q=/',
    '/shop?q=a/',
    '/\\elsewhere.example/',
    '//elsewhere.example/',
    '/api/products/',
  ]) {
    expect((await app.inject(address)).statusCode, address).not.toBe(308)
  }
})

test('a page that fails to render is an error page with status 503', async () => {
  failing = true
  const response = await app.inject('/shop')
  expect(response.statusCode).toBe(503)
  expect(response.headers['content-type']).toContain('text/html')
  failing = false
  expect((await app.inject('/shop')).statusCode).toBe(200)
})

test('a page that fails repeatedly is logged once, with a count', async () => {
  failing = true
  for (let visitor = 0; visitor < 5; visitor += 1) await app.inject('/shop')
  expect(logged).toHaveLength(1)
  await app.close()
  expect(logged.slice(1).join()).toMatch(/"count":4.*page could not be rendered, repeatedly/)
})

test('a page that fails after a change is logged, and the stale one is served', async () => {
  await app.inject('/shop')
  failing = true
  now += 24 * 60 * 60_000
  expect((await app.inject('/shop')).statusCode).toBe(200)
  expect(logged.join()).toContain('rendering failed; a stale response was served')
})

test('a page made from stale data is served, and rendered again once the database is available', async () => {
  const getPage = async () => (await app.inject('/shop')).payload
  const cacheStatus = async (url: string) => (await app.inject(url)).headers['cache-status']
  const old = await getPage()
  await inTransaction(opened.store.database, async (trx) => {
    await bumpCatalogVersion(trx)
    await updateStock(trx, '101', 0)
    await renameTable(trx, 'products', 'products_away')
  })
  // The page is rendered again once the new version is known, while products cannot be read.
  await expect.poll(async () => [await getPage(), rendered.length]).toEqual([old, 2])
  const meanwhile = await Promise.all([cacheStatus('/shop'), cacheStatus('/sitemap.xml')])
  await renameTable(opened.store.database, 'products_away', 'products')
  now += 1001
  expect([old, await getPage()]).toEqual([expect.stringContaining('24 left'), expect.stringContaining('>0 left')])
  const stale = expect.stringContaining('ttl=-1')
  expect(meanwhile).toEqual([stale, stale])
  expect(await Promise.all([cacheStatus('/shop'), cacheStatus('/sitemap.xml')])).toEqual([undefined, undefined])
})

test('a page is rendered again each day, since it shows the year', async () => {
  await app.inject('/shop')
  now = Date.UTC(2027, 0, 1)
  await app.inject('/shop')
  expect(rendered).toEqual(['/shop', '/shop'])
})

test('a search is cached from the second request', async () => {
  const first = await app.inject({ url: '/shop?q=blue&utm_id=1', headers: { 'accept-encoding': 'br' } })
  expect(first.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' })
  await app.inject('/shop?q=blue&utm_id=2')
  await app.inject('/shop?q=blue&utm_id=3')
  expect(rendered).toEqual(['/shop?q=blue', '/shop?q=blue'])
})

test('uncached pages are limited per client address, and cached ones are not', async () => {
  const get = (url: string, remoteAddress: string) =>
    app.inject({ url, remoteAddress, headers: { accept: 'text/html' } })
  for (let number = 0; number < 20; number += 1)
    expect((await get(`/product/${number}`, '203.0.113.9')).statusCode).toBe(200)
  for (let number = 0; number < 300; number += 1) {
    const url = number % 2 === 0 ? `/shop?q=${number}` : `/product/x${number}`
    expect((await get(url, '203.0.113.9')).statusCode).toBeLessThan(429)
  }
  const rejected = await get('/shop?q=more', '203.0.113.9')
  expect(rejected.statusCode).toBe(429)
  expect(rejected.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '60' })
  expect((await get('/shop?q=more', '203.0.113.10')).statusCode).toBe(200)
  expect((await get('/product/1', '203.0.113.9')).statusCode).toBe(200)
  now += 60_000
  expect((await get('/shop?q=more', '203.0.113.9')).statusCode).toBe(200)
})

test('while the database is unavailable cached pages are served', async () => {
  const before = await app.inject('/shop')
  await opened.store.close()
  const after = await app.inject('/shop')
  expect(after.statusCode).toBe(200)
  expect(after.payload).toBe(before.payload)
  expect((await app.inject('/api/productsBySlug?slug=campus-slim-blue')).statusCode).toBe(503)
})

test('the page forbids foreign scripts', async () => {
  const policy = String((await app.inject('/shop')).headers['content-security-policy'])
  const hash = createHash('sha256').update('start()').digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
  expect(policy).not.toContain("'unsafe-inline' 'self'")
  expect(policy).toContain("object-src 'none'")
})

test('a page may not use the camera, the location or a payment, cached or not', async () => {
  for (const address of ['/shop', '/shop', '/nowhere']) {
    const policy = String((await app.inject(address)).headers['permissions-policy'])
    for (const feature of ['camera', 'geolocation', 'payment']) expect(policy).toContain(`${feature}=()`)
  }
})

test('an address with an earlier name of a line leads to its present one, and any other is served as it is', async () => {
  const context = { database: opened.store.database, clock: () => new Date(now), actor: 'test' }
  const { lines } = await readLines(context.database)
  const [line = { ...plainLine(''), answer: null }] = lines
  await saveLine(context, { was: line.line, line: { ...line, line: 'Scholar & Co' }, in_names: false, seen: null })
  const leadsTo = async (url: string) => (await app.inject(url)).headers.location
  expect(await leadsTo('/shop?line=Campus&view=list')).toBe('/shop?line=Scholar+%26+Co&view=list')
  expect(await leadsTo('/shop?q=Campus')).toBe('/shop?q=Scholar+%26+Co')
  for (const url of ['/shop', '/shop?line=Hybrid', '/shop?line=Scholar+%26+Co', '/product/101?line=Campus']) {
    expect((await app.inject(url)).statusCode, url).toBe(200)
  }
  await renameTable(context.database, 'shop_settings', 'away')
  expect((await app.inject('/shop?line=Campus')).statusCode).toBe(200)
  await renameTable(context.database, 'away', 'shop_settings')
})
