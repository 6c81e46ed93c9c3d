import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../backend/testing/servers/engines.ts'
import { openDatabaseProxy, type TcpProxy } from '../../backend/testing/servers/tcp-proxy.ts'
import { type ShopServer, startShop } from '../harness/shop/shop-server.ts'

/** Delay of each way, in milliseconds; several queries together take longer than one may. */
const SLOW_MS = 150

let server: ShopServer
let proxy: TcpProxy
let database: { url: string; drop: () => Promise<void> }

beforeAll(async () => {
  database = await createDatabase()
  const through = await openDatabaseProxy(database.url)
  proxy = through.proxy
  server = await startShop({ DATABASE_URL: through.url }, { program: 'backend/testing/shop-with-short-timeouts.ts' })
})
afterAll(async () => {
  await server.stop()
  await proxy.close()
  await database.drop()
})

const signIn = () =>
  fetch(`${server.address}/api/auth/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ loginId: 'demo@packwright.example', password: 'backpack40' }),
  })

const checkStock = () =>
  fetch(`${server.address}/api/cart/validate-stock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items: [{ product_id: '101', quantity: 1 }] }),
  })

/** On a busy machine a healthy database may exceed the short timeouts once. */
const expectSignIn = () =>
  expect.poll(async () => (await signIn()).status, { timeout: 30_000, interval: 100 }).toBe(200)

const statusOf = async (path: string) => (await fetch(`${server.address}${path}`)).status

test('losing the database during requests does not end the shop', async () => {
  const statuses = new Set<number>()
  let isCalling = true
  const shoppers = Array.from({ length: 8 }, async () => {
    while (isCalling) statuses.add((await checkStock()).status)
  })
  for (let round = 0; round < 4; round += 1) {
    await expect.poll(() => statuses, { interval: 5 }).toContain(200)
    proxy.cut()
    await expect.poll(() => statuses, { interval: 5 }).toContain(503)
    proxy.repair()
    statuses.clear()
  }
  isCalling = false
  await Promise.all(shoppers)
  expect(await statusOf('/shop')).toBe(200)
})

test.each(['cut', 'silence'] as const)(
  'an unavailable database (%s) is a clear error, cached pages are still served, and it is found again',
  async (fault) => {
    await expectSignIn()
    expect(await statusOf('/shop')).toBe(200)
    proxy[fault]()
    const failed = await signIn()
    expect(failed.status).toBe(503)
    expect(failed.headers.get('retry-after')).not.toBeNull()
    expect(await failed.json()).toMatchObject({ success: false, error: 'unavailable', message: expect.any(String) })
    expect(await statusOf('/shop')).toBe(200)
    expect(await statusOf('/about')).toBe(200)
    proxy.repair()
    await expectSignIn()
  },
)

test('a slow database makes calls slower, and fails none; cached pages are served', async () => {
  await expectSignIn()
  expect(await statusOf('/shop')).toBe(200)
  proxy.delay(SLOW_MS)
  onTestFinished(() => proxy.delay(0))
  const began = performance.now()
  await expectSignIn()
  expect(performance.now() - began).toBeGreaterThan(2 * SLOW_MS)
  expect(await statusOf('/shop')).toBe(200)
})
