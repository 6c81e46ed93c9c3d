import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '../errors/app-error.ts'
import {
  createResponseCache,
  type FreshResponse,
  type ResponseCache,
  type ResponseCacheOptions,
} from './response-cache.ts'

let version = 1
let now = 0
let servers: Server[] = []

function createTestCache(
  options: Pick<ResponseCacheOptions, 'maxBytes' | 'onFailure' | 'onServed'> = {},
): ResponseCache {
  version = 1
  now = 1_000_000
  return createResponseCache({ version: () => version, clock: () => new Date(now), ...options })
}

function page(body: string, status = 200): FreshResponse {
  return { status, type: 'text/html', body, headers: { 'x-kind': 'page' } }
}

async function textOf(cache: ResponseCache, make: () => Promise<FreshResponse>): Promise<string> {
  return (await (await cache.get('/page', make)).encoded('identity')).body.toString()
}

afterEach(() => {
  for (const server of servers) server.close()
  servers = []
})

test('the response cache renders once for concurrent requests, and again after the version changed', async () => {
  const cache = createTestCache()
  let made = 0
  const make = async () => page(`made ${++made}`)
  expect(await Promise.all([textOf(cache, make), textOf(cache, make)])).toEqual(['made 1', 'made 1'])
  version = 2
  expect(await textOf(cache, make)).toBe('made 2')
  expect(await textOf(cache, make)).toBe('made 2')
})

test('the response cache: a request after a change does not join a rendering from before it', async () => {
  const cache = createTestCache()
  const begun = Promise.withResolvers<void>()
  const early = textOf(cache, async () => {
    await begun.promise
    return page('before')
  })
  version = 2
  const late = textOf(cache, async () => page('after'))
  begun.resolve()
  expect([await early, await late]).toEqual(['before', 'after'])
  expect(await textOf(cache, async () => page('again'))).toBe('after')
})

test('the response cache: a response whose version is outdated while rendering replaces the older one, marked as stale', async () => {
  const cache = createTestCache()
  await textOf(cache, async () => page('old'))
  version = 2
  const response = await cache.get('/page', async () => {
    version = 3
    return page('newer')
  })
  expect(response.stale).toBe(true)
  expect((await response.encoded('identity')).body.toString()).toBe('newer')
  expect(await textOf(cache, async () => page('newest'))).toBe('newest')
})

test.each([
  ['throws', () => Promise.reject(new Error('unavailable'))],
  ['answers 503', async () => page('broken', 503)],
  ['refuses as unavailable', () => Promise.reject(new AppError('unavailable', 'not now'))],
])(
  'the response cache: a stale response is served while rendering %s, with a retry after a second',
  async (_, fail) => {
    const cache = createTestCache()
    await textOf(cache, async () => page('old'))
    version = 2
    expect(await textOf(cache, fail)).toBe('old')
    expect(await textOf(cache, async () => page('new'))).toBe('old')
    now += 1001
    expect(await textOf(cache, async () => page('new'))).toBe('new')
  },
)

test('the response cache: errors hidden by a stale response are reported, once per attempt', async () => {
  const reported: unknown[] = []
  const cache = createTestCache({ onFailure: (error) => reported.push(error) })
  await textOf(cache, async () => page('old'))
  version = 2
  const error = new Error('unavailable')
  await Promise.all([1, 2, 3].map(() => textOf(cache, () => Promise.reject(error))))
  expect(reported).toEqual([error])
  now += 1001
  await textOf(cache, async () => page('told by whoever answered 503', 503))
  expect(reported).toEqual([error])
})

test('the response cache: a page begun in the last moment of a year is rendered again in the next one', async () => {
  const cache = createTestCache()
  const midnight = Date.UTC(2027, 0, 1, 5)
  now = midnight - 1
  await textOf(cache, async () => {
    now = midnight + 1
    return page('the old year')
  })
  expect(await textOf(cache, async () => page('the new year'))).toBe('the new year')
})

test('the response cache: an uncached request after a change does not join a rendering from before it', async () => {
  const cache = createTestCache()
  const begun = Promise.withResolvers<void>()
  const uncached = async (make: () => Promise<FreshResponse>) =>
    (await (await cache.uncached('/nowhere', make)).encoded('identity')).body.toString()
  const early = uncached(async () => {
    await begun.promise
    return page('before')
  })
  version = 2
  const late = uncached(async () => page('after'))
  begun.resolve()
  expect([await early, await late]).toEqual(['before', 'after'])
})

test('the response cache: a stale response never hides a 404', async () => {
  const cache = createTestCache()
  await textOf(cache, async () => page('old'))
  version = 2
  await expect(textOf(cache, () => Promise.reject(new AppError('not_found', 'gone')))).rejects.toThrow('gone')
  version = 3
  await expect(textOf(cache, () => Promise.reject(new Error('unavailable')))).rejects.toThrow('unavailable')
})

test('the response cache: without a stale response the error is thrown', async () => {
  const cache = createTestCache()
  await expect(textOf(cache, () => Promise.reject(new Error('unavailable')))).rejects.toThrow('unavailable')
  expect(await textOf(cache, async () => page('here'))).toBe('here')
})

test('the response cache: a 404 is not cached', async () => {
  const cache = createTestCache()
  expect((await cache.get('/page', async () => page('none', 404))).status).toBe(404)
  expect((await cache.get('/page', async () => page('some'))).status).toBe(200)
})

/** A response that cannot be compressed. */
const noise = async () => page(randomBytes(10_000).toString('latin1'))

test('the memory of the response cache: addresses requested once are bounded in memory', async () => {
  const cache = createTestCache()
  for (let number = 0; number < 5000; number += 1) {
    await cache.get(`/page?q=${number}${'x'.repeat(900)}`, async () => page('found'))
  }
  expect(cache.bytes).toBeGreaterThan(0)
  expect(cache.bytes).toBeLessThanOrEqual(1024 * 1024)
})

test('the memory of the response cache: addresses longer than a visitor can type are not remembered', async () => {
  const cache = createTestCache()
  for (const address of ['/page/', '/page?q='].map((start) => start + 'x'.repeat(2000))) {
    for (let times = 0; times < 3; times += 1) await cache.get(address, async () => page('found'))
  }
  expect(cache.bytes).toBe(0)
})

test('the memory of the response cache: all encodings count, and the least recently used responses are evicted', async () => {
  const maxBytes = 100_000
  const cache = createTestCache({ maxBytes })
  const response = await cache.get('/page', noise)
  const encoded = await Promise.all((['identity', 'br', 'gzip'] as const).map((encoding) => response.encoded(encoding)))
  const sizes = encoded.map(({ body }) => body.length)
  expect(cache.bytes).toBeGreaterThan(sizes.reduce((sum, size) => sum + size, 0))
  // A small body must not keep alive the block it was compressed in.
  expect(encoded.map(({ body }) => body.buffer.byteLength)).toEqual(sizes)
  for (let number = 0; number < 8; number += 1) await cache.get(`/page/${number}`, noise)
  expect(cache.bytes).toBeLessThanOrEqual(maxBytes)
  expect([cache.has('/page'), cache.has('/page/7')]).toEqual([false, true])
})

test('the memory of the response cache: a search is cached from the second request', async () => {
  const cache = createTestCache()
  let made = 0
  const search = async () => page(`made ${++made}`)
  for (let times = 0; times < 3; times += 1) await cache.get('/page?q=blue', search)
  expect(made).toBe(2)
  expect(cache.has('/page?q=blue')).toBe(true)
})

test('a response expires at the end of the day where the shop is', async () => {
  const cache = createTestCache()
  now = Date.UTC(2027, 0, 1, 4, 59, 59)
  expect(await textOf(cache, async () => page('© 2026'))).toBe('© 2026')
  now += 1000
  expect(await textOf(cache, async () => page('© 2027'))).toBe('© 2027')
})

test('a response made from stale data is served but not cached', async () => {
  const cache = createTestCache()
  const stale = async () => ({ ...page('stale'), stale: true })
  expect(await cache.get('/page', stale)).toMatchObject({ status: 200, stale: true })
  expect(cache.has('/page')).toBe(false)
  await textOf(cache, async () => page('old'))
  version = 2
  expect(await textOf(cache, stale)).toBe('old')
  now += 1001
  expect(await textOf(cache, async () => page('new'))).toBe('new')
})

const rows = (count: number) =>
  Array.from({ length: count }, (_, id) => `<p>Bag ${id * id}, ${id % 7} left</p>`).join('')

test('the effort of compression: an uncached response is compressed with less effort than a cached one', async () => {
  const cache = createTestCache()
  const make = async () => page(rows(500))
  const [cached, uncached] = [await cache.get('/page', make), await cache.uncached('/page?q=x', make)]
  for (const encoding of ['br', 'gzip'] as const) {
    const { body, headers } = await uncached.encoded(encoding)
    expect(headers['content-encoding']).toBe(encoding)
    expect(body.length).toBeGreaterThan((await cached.encoded(encoding)).body.length)
    expect(body.length).toBeLessThan((await uncached.encoded('identity')).body.length / 2)
  }
})

test('the effort of compression: a large response is cached with less effort, which saves its first visitor a wait', async () => {
  const cache = createTestCache()
  const make = async () => page(rows(80_000))
  const [cached, uncached] = [await cache.get('/page', make), await cache.uncached('/page', make)]
  for (const encoding of ['identity', 'br', 'gzip'] as const) {
    const { body } = await cached.encoded(encoding)
    expect(body.equals((await uncached.encoded(encoding)).body)).toBe(true)
  }
  expect(cache.has('/page')).toBe(true)
})

async function listen(cache: ResponseCache): Promise<string> {
  const server = createServer((request, response) => {
    if (!cache.serve(request, response)) response.writeHead(599).end()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return `http://127.0.0.1:${address.port}`
}

async function openPage(): Promise<{ cache: ResponseCache; base: string; body: string }> {
  const cache = createTestCache()
  const body = '<p>words</p>'.repeat(200)
  await cache.get('/page', async () => page(body))
  return { cache, base: await listen(cache), body }
}

test('served without a framework sends the bytes in an accepted encoding', async () => {
  const { base, body } = await openPage()
  for (const [accept, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const response = await fetch(`${base}/page`, { headers: { 'accept-encoding': accept } })
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('x-kind')).toBe('page')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(await response.text()).toBe(body)
  }
})

test('served without a framework: HEAD sends the same headers without a body', async () => {
  const { cache, base } = await openPage()
  const response = await fetch(`${base}/page`, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
  const br = await (await cache.get('/page', async () => page('never'))).encoded('br')
  expect(response.headers.get('content-length')).toBe(String(br.body.length))
  expect(brotliDecompressSync(br.body).length).toBeGreaterThan(br.body.length)
  expect(await response.text()).toBe('')
})

test('served without a framework: an unchanged response gets 304', async () => {
  const { base } = await openPage()
  const etag = (await fetch(`${base}/page`)).headers.get('etag') ?? ''
  const again = await fetch(`${base}/page`, { headers: { 'if-none-match': `"other", W/${etag}` } })
  expect(again.status).toBe(304)
  expect(again.headers.get('etag')).toBe(etag)
})

test('served without a framework: unknown addresses, outdated versions and POST are left to the framework', async () => {
  const { base } = await openPage()
  expect((await fetch(`${base}/page?x=1`)).status).toBe(599)
  expect((await fetch(`${base}/page`, { method: 'POST' })).status).toBe(599)
  version = 2
  expect((await fetch(`${base}/page`)).status).toBe(599)
})

test('served without a framework: each response is counted with its method and status, and no other', async () => {
  const served: [method: string, status: number][] = []
  const cache = createTestCache({ onServed: (method, status) => void served.push([method, status]) })
  await cache.get('/page', async () => page('words'))
  const base = await listen(cache)
  const etag = (await fetch(`${base}/page`)).headers.get('etag') ?? ''
  await fetch(`${base}/page`, { method: 'HEAD' })
  await fetch(`${base}/page`, { headers: { 'if-none-match': etag } })
  await fetch(`${base}/other`)
  expect(served).toEqual([
    ['GET', 200],
    ['HEAD', 200],
    ['GET', 304],
  ])
})
