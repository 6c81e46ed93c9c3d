import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paymentCalls } from '@shop/contract/payments/calls'
import type { InjectOptions } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { raiseDeclineAlarm } from '../checkout/placements.repository.ts'
import { createPayments } from '../payments/create-payments.ts'
import { insertOperation } from '../payments/ledger/payments.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { claimJob, finishJob } from '../platform/jobs/jobs.repository.ts'
import { BOTH_ENGINES, type Engine } from '../testing/servers/engines.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { createProcessMetrics } from './metrics.ts'

const TOKEN = 'a-token-of-the-tests'

let shop: TestShop
afterEach(() => shop.close())

const withToken = (token: string, options: InjectOptions = {}) =>
  shop.app.inject({ url: '/metrics', ...options, headers: { authorization: `Bearer ${token}` } })
const read = () => withToken(TOKEN)
const openShop = (engine: Engine) => openTestShop(engine, {}, { METRICS_TOKEN: TOKEN })

test.each(BOTH_ENGINES)(
  'exports requests by route, caches, email and the version, and nothing a visitor sent, on %s',
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

test('exports what became of placements, how the gateway answers, what is unknown and whether orders are closed', async () => {
  const unknown = { outcome: 'unknown', cause: 'a test' } as const
  const { payments } = { payments: createPayments({ gateways: [] }, () => {}) }
  shop = await openTestShop(
    'sqlite',
    { payments: { ...payments, find: async () => unknown } },
    { METRICS_TOKEN: TOKEN },
  )
  const { database } = shop.store
  const now = shop.clock()
  const minuteAgo = new Date(now.getTime() - 60_000)
  const placement = {
    body_hash: '',
    customer_id: null,
    client: null,
    units: 1,
    total_cents: 1,
    draft: null,
    version: 1,
  }
  const at = { created_at: minuteAgo.toISOString(), finished_at: null }
  for (const [key, state] of Object.entries({ a: 'placed', b: 'declined', c: 'declined', d: 'checking' } as const)) {
    const values = { ...placement, ...at, placement_key: key, state, order_id: key, reference: key }
    await database.insertInto('placements').values(values).execute()
  }
  await inTransaction(database, async (trx) => {
    await insertOperation(trx, {
      provider: 'braintree',
      reference: 'd',
      kind: 'authorize',
      amount_cents: 1,
      state: 'sent',
      now: minuteAgo,
    })
    await insertOperation(trx, {
      provider: 'braintree',
      reference: 'a',
      kind: 'capture',
      amount_cents: 1,
      state: 'due',
      now,
    })
    await raiseDeclineAlarm(trx, now)
  })
  await shop.call(paymentCalls.getClientToken, {})
  const lines = (await read()).payload.split('\n')
  expect(lines).toContain('shop_placements_last_hour{result="declined"} 2')
  expect(lines).toContain('shop_placements_last_hour{result="abandoned"} 0')
  expect(lines).toContain('shop_payments_unknown{kind="authorize"} 1')
  expect(lines).toContain('shop_payments_unknown{kind="capture"} 0')
  expect(lines).toContain('shop_payments_unknown_age_seconds{kind="capture"} 0')
  expect(lines.join('\n')).toMatch(/^shop_payments_unknown_age_seconds\{kind="authorize"\} 6\d(\.\d+)?$/m)
  expect(lines).toContain('shop_card_alarm{reason="declines"} 1')
  expect(lines).toContain('shop_gateway_request_duration_seconds_count{call="client_token",outcome="done"} 1')
})

test('the metrics include what the settings ask for, also when it is missing', async () => {
  shop = await openTestShop('sqlite', {}, { METRICS_TOKEN: TOKEN, BACKUP_DIR: '/nowhere' })
  const { payload } = await read()
  expect(payload).toContain('shop_backup_wanted{backup="nightly"} 1\n')
})

test('the age of the last nightly backup is included once there is one', async () => {
  shop = await openShop('sqlite')
  expect((await read()).payload).toContain('shop_backup_wanted{backup="nightly"} 0\n')
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

test('without a token in the settings no one may read them', async () => {
  shop = await openTestShop('sqlite')
  for (const token of ['', 'null', TOKEN]) expect((await withToken(token)).statusCode).toBe(403)
})

test('names that end in _total are counters', async () => {
  const { registry } = createProcessMetrics()
  const metrics = await registry.getMetricsAsJSON()
  expect(metrics.filter(({ name, type }) => name.endsWith('_total') && String(type) !== 'counter')).toEqual([])
})

test.each([
  ['alert rules', 'prometheus/alerts.yml'],
  ['dashboard', 'grafana/shop.json'],
])('the shipped %s asks for metrics that the shop has', async (_, file) => {
  shop = await openShop('postgres')
  const exported = `${(await read()).payload}${await createProcessMetrics().registry.metrics()}`
  const rules = readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')
  for (const name of new Set(rules.match(/\b(shop|nodejs|process)_\w+/g))) {
    expect(exported).toContain(`# TYPE ${name.replace(/_(bucket|count)$/, '')} `)
  }
})
