import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { BOTH_ENGINES, type Engine } from '../testing/engines.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { claimJob, finishJob } from './jobs/jobs.repository.ts'
import { createProcessMetrics } from './metrics.ts'

const TOKEN = 'a-token-of-the-tests'

let shop: TestShop
afterEach(() => shop.close())

const withToken = (token: string, options: InjectOptions = {}) =>
  shop.app.inject({ url: '/metrics', ...options, headers: { authorization: `Bearer ${token}` } })
const read = () => withToken(TOKEN)
const openShop = (engine: Engine) => openTestShop(engine, {}, { METRICS_TOKEN: TOKEN })

test.each(BOTH_ENGINES)(
  'exports requests by route, caches, mail and the version, and nothing a visitor sent, on %s',
  async (engine) => {
    shop = await openShop(engine)
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
  shop = await openShop('sqlite')
  expect((await read()).payload).not.toContain('shop_backup_age_seconds{')
  const now = shop.clock()
  const leasedUntil = new Date(now.getTime() + 1000)
  const claim = { name: 'backup', holder: 'a test', now, dueSince: now, retryAfter: now, leasedUntil }
  await claimJob(shop.store.database, claim)
  await finishJob(shop.store.database, 'backup', 'a test', new Date(now.getTime() - 3_600_000), null)
  expect((await read()).payload).toMatch(/^shop_backup_age_seconds\{backup="nightly"\} 360\d(\.\d+)?$/m)
})

test('without the database its own values are omitted, and all others are included', async () => {
  shop = await openShop('sqlite')
  await shop.store.close()
  const { statusCode, payload } = await read()
  expect(statusCode).toBe(200)
  expect(payload).toContain('shop_cache_bytes{cache="pages"}')
  expect(payload).not.toContain('shop_outbox_messages{')
})

test('only programs that send the token of the settings may read them, wherever they run', async () => {
  shop = await openShop('sqlite')
  expect((await read()).statusCode).toBe(200)
  for (const token of [`${TOKEN}x`, '', 'null']) expect((await withToken(token)).statusCode).toBe(403)
  expect((await shop.app.inject('/metrics')).statusCode).toBe(403)
})

test('without a token in the settings nobody may read them', async () => {
  shop = await openTestShop('sqlite')
  for (const token of ['', 'null', TOKEN]) expect((await withToken(token)).statusCode).toBe(403)
})

test('names that end in _total are counters', async () => {
  const { registry } = createProcessMetrics()
  const metrics = await registry.getMetricsAsJSON()
  expect(metrics.filter(({ name, type }) => name.endsWith('_total') && String(type) !== 'counter')).toEqual([])
})

test('the shipped alert rules ask for metrics that the shop has', async () => {
  shop = await openShop('postgres')
  const exported = `${(await read()).payload}${await createProcessMetrics().registry.metrics()}`
  const rules = readFileSync(join(import.meta.dirname, '../../deploy/prometheus/alerts.yml'), 'utf8')
  for (const name of new Set(rules.match(/\b(shop|nodejs)_\w+/g))) {
    expect(exported).toContain(`# TYPE ${name.replace(/_(bucket|count)$/, '')} `)
  }
})
