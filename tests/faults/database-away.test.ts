import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../backend/testing/engines.ts'
import { openTcpProxy, type TcpProxy } from '../../backend/testing/tcp-proxy.ts'
import { type ShopServer, startShop } from '../harness/shop-server.ts'

let server: ShopServer
let line: TcpProxy
let database: { url: string; drop: () => Promise<void> }

beforeAll(async () => {
  database = await createDatabase()
  const url = new URL(database.url)
  line = await openTcpProxy(url.hostname, Number(url.port))
  url.port = String(line.port)
  server = await startShop({ DATABASE_URL: url.href })
})
afterAll(async () => {
  await server.stop()
  await line.close()
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

const statusOf = async (path: string) => (await fetch(`${server.address}${path}`)).status

test('losing the database during requests does not end the shop', async () => {
  const statuses = new Set<number>()
  let asking = true
  const shoppers = Array.from({ length: 8 }, async () => {
    while (asking) statuses.add((await checkStock()).status)
  })
  for (let round = 0; round < 8; round += 1) {
    await expect.poll(() => statuses, { interval: 5 }).toContain(200)
    line.cut()
    await expect.poll(() => statuses, { interval: 5 }).toContain(503)
    line.mend()
    statuses.clear()
  }
  asking = false
  await Promise.all(shoppers)
  expect(await statusOf('/shop')).toBe(200)
})

test.each(['cut', 'silence'] as const)(
  'a database that is away (%s) is a clear error, kept pages go on, and it is found again',
  async (fault) => {
    expect((await signIn()).status).toBe(200)
    expect(await statusOf('/shop')).toBe(200)
    line[fault]()
    const refused = await signIn()
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).not.toBeNull()
    expect(await refused.json()).toMatchObject({ success: false, error: 'unavailable', message: expect.any(String) })
    expect(await statusOf('/shop')).toBe(200)
    expect(await statusOf('/about')).toBe(200)
    line.mend()
    await expect.poll(async () => (await signIn()).status, { timeout: 30_000, interval: 500 }).toBe(200)
  },
)

test('shutdown does not wait for an unresponsive database', async () => {
  expect((await signIn()).status).toBe(200)
  const before = line.unheard
  line.silence()
  // The catalog's version is polled each second; from here on that query gets no response.
  await expect.poll(() => line.unheard, { timeout: 30_000 }).toBeGreaterThan(before)
  expect(await server.stop()).toBe(0)
})
