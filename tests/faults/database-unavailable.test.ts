import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../backend/testing/engines.ts'
import { openTcpProxy, type TcpProxy } from '../../backend/testing/tcp-proxy.ts'
import { type ShopServer, startShop } from '../harness/shop-server.ts'

/** Of each way; several queries together take longer than one may. */
const SLOW_MS = 150

let server: ShopServer
let line: TcpProxy
let database: { url: string; drop: () => Promise<void> }

beforeAll(async () => {
  database = await createDatabase()
  const proxied = await openLine()
  line = proxied.line
  server = await startShop(
    { DATABASE_URL: proxied.databaseUrl },
    { program: 'backend/testing/shop-with-short-timeouts.ts' },
  )
})
afterAll(async () => {
  await server.stop()
  await line.close()
  await database.drop()
})

/** A proxy in front of the database, and the database's URL through it. */
async function openLine(): Promise<{ line: TcpProxy; databaseUrl: string }> {
  const url = new URL(database.url)
  const opened = await openTcpProxy(url.hostname, Number(url.port))
  url.port = String(opened.port)
  return { line: opened, databaseUrl: url.href }
}

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
    line.cut()
    await expect.poll(() => statuses, { interval: 5 }).toContain(503)
    line.repair()
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
    line[fault]()
    const failed = await signIn()
    expect(failed.status).toBe(503)
    expect(failed.headers.get('retry-after')).not.toBeNull()
    expect(await failed.json()).toMatchObject({ success: false, error: 'unavailable', message: expect.any(String) })
    expect(await statusOf('/shop')).toBe(200)
    expect(await statusOf('/about')).toBe(200)
    line.repair()
    await expectSignIn()
  },
)

test('a slow database makes calls slower, and fails none; cached pages are served', async () => {
  await expectSignIn()
  expect(await statusOf('/shop')).toBe(200)
  line.delay(SLOW_MS)
  onTestFinished(() => line.delay(0))
  const began = performance.now()
  await expectSignIn()
  expect(performance.now() - began).toBeGreaterThan(2 * SLOW_MS)
  expect(await statusOf('/shop')).toBe(200)
})

test('shutdown does not wait for an unresponsive database', async () => {
  // With the usual timeouts, which are longer than a test shop may take to stop.
  const own = await openLine()
  const patient = await startShop({ DATABASE_URL: own.databaseUrl })
  onTestFinished(async () => void (await Promise.all([patient.stop(), own.line.close()])))
  own.line.silence()
  // The catalog's version is polled each second; that query gets no response.
  await expect.poll(() => own.line.dropped, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(await patient.stop()).toBe(0)
})
