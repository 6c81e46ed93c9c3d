import { afterEach, expect, test } from 'vitest'
import { BOTH_ENGINES } from '../testing/engines.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
afterEach(() => shop.close())

const get = async (url: string) => {
  const response = await shop.app.inject(url)
  return { code: response.statusCode, ...response.json() }
}

test.each(BOTH_ENGINES)('with a working database the shop is alive and ready, on %s', async (engine) => {
  shop = await openTestShop(engine)
  expect(await get('/healthz')).toEqual({ code: 200, status: 'alive' })
  expect(await get('/readyz')).toEqual({ code: 200, status: 'ready' })
  expect((await shop.app.inject('/readyz')).headers['cache-control']).toBe('no-store')
})

test('a shop that shuts down is not ready, and still serves requests', async () => {
  const draining = new AbortController()
  shop = await openTestShop('sqlite', { draining: draining.signal })
  draining.abort()
  expect(await get('/readyz')).toEqual({ code: 503, status: 'draining' })
  expect(await get('/healthz')).toEqual({ code: 200, status: 'alive' })
  expect((await shop.app.inject('/api/products')).statusCode).toBe(200)
})

test.each(BOTH_ENGINES)('without its database the shop is alive and not ready, on %s', async (engine) => {
  shop = await openTestShop(engine)
  await shop.store.close()
  expect(await get('/readyz')).toEqual({ code: 503, status: 'database unavailable' })
  expect(await get('/healthz')).toEqual({ code: 200, status: 'alive' })
})
