import type { InjectOptions } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { claimJob, finishJob } from '../jobs/jobs.repository.ts'
import { ENGINES } from '../testing/engines.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

const TOKEN = 'a-token-of-the-tests'

let shop: TestShop
afterEach(() => shop.close())

const read = (options: InjectOptions = {}) => shop.app.inject({ url: '/metrics', ...options })
const elsewhere = { remoteAddress: '203.0.113.9' }

test.each(ENGINES)(
  'exports requests by route, caches, mail and the version, and nothing a visitor sent, on %s',
  async (engine) => {
    shop = await openTestShop(engine)
    await shop.app.inject('/api/orderDetail?orderId=17&firstName=Secret&lastName=Name&email=a@b.example')
    await shop.app.inject({
      method: 'POST',
      url: '/api/api/contactUs',
      payload: { firstName: 'Ada', lastName: 'L', email: 'a@b.example', reason: 'Feedback', message: 'A fine bag.' },
    })
    const response = await read()
    expect(response.headers['content-type']).toContain('text/plain')
    const lines = response.payload.split('\n')
    expect(lines).toContain(
      'shop_http_request_duration_seconds_count{method="GET",route="/api/orderDetail",status="200"} 1',
    )
    expect(lines).toContain('shop_outbox_messages{state="waiting"} 1')
    expect(lines).toContain('shop_outbox_messages{state="failed"} 0')
    expect(response.payload).toMatch(/^shop_cache_bytes\{cache="pages"\} \d+$/m)
    expect(response.payload).toContain(`shop_catalog_version{engine="${engine}"}`)
    expect(/shop_database_connections\{state="open"\} [1-9]/.test(response.payload)).toBe(engine === 'postgres')
    expect(response.payload).not.toMatch(/Secret|b\.example|Ada/)
  },
)

test('the age of the last nightly backup is included once there is one', async () => {
  shop = await openTestShop('sqlite')
  expect((await read()).payload).not.toContain('shop_backup_age_seconds{')
  const now = shop.clock()
  const leasedUntil = new Date(now.getTime() + 1000)
  const claim = { name: 'backup', holder: 'a test', now, dueSince: now, retryAfter: now, leasedUntil }
  await claimJob(shop.store.database, claim)
  await finishJob(shop.store.database, 'backup', 'a test', new Date(now.getTime() - 3_600_000), null)
  expect((await read()).payload).toMatch(/^shop_backup_age_seconds\{backup="nightly"\} 360\d(\.\d+)?$/m)
})

test('without the database its own values are omitted, and all others are included', async () => {
  shop = await openTestShop('sqlite')
  await shop.store.close()
  const { statusCode, payload } = await read()
  expect(statusCode).toBe(200)
  expect(payload).toContain('shop_cache_bytes{cache="pages"}')
  expect(payload).not.toContain('shop_outbox_messages{')
})

test('only programs on this machine may read them, not visitors through a local proxy', async () => {
  shop = await openTestShop('sqlite')
  expect((await read()).statusCode).toBe(200)
  for (const remoteAddress of [
    elsewhere,
    { headers: { 'x-forwarded-for': '203.0.113.9' } },
    { headers: { forwarded: 'for=203.0.113.9' } },
    { headers: { 'x-forwarded-proto': 'https' } },
    { headers: { 'cf-connecting-ip': '203.0.113.9' } },
    { ...elsewhere, headers: { authorization: 'Bearer ' } },
    { ...elsewhere, headers: { authorization: 'Bearer null' } },
  ])
    expect((await read(remoteAddress)).statusCode).toBe(403)
})

test('the token of the settings gives other machines access', async () => {
  shop = await openTestShop('sqlite', {}, { METRICS_TOKEN: TOKEN })
  const withToken = (token: string) => read({ ...elsewhere, headers: { authorization: `Bearer ${token}` } })
  expect((await withToken(TOKEN)).statusCode).toBe(200)
  expect((await withToken(`${TOKEN}x`)).statusCode).toBe(403)
})
