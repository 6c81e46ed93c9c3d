import { getClientTokenEndpoint } from '@shop/contract/payments'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BraintreeKeys } from '../../settings/settings.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { createBraintreePayments } from './braintree-payments.ts'
import { createPayments } from './create-payments.ts'
import { clientToken, type FakeGateway, openFakeGateway } from './fake-gateway.ts'
import type { Payments } from './payments.ts'

const KEYS: BraintreeKeys = {
  environment: 'development',
  merchantId: 'merchant',
  publicKey: 'public',
  privateKey: 'very-private',
}
const TIMEOUT = 300

async function withShop(payments: Payments, work: (shop: TestShop) => Promise<void>): Promise<void> {
  const shop = await openTestShop('sqlite', { payments })
  try {
    await work(shop)
  } finally {
    await shop.close()
  }
}

test('without keys the sandbox provider is used', async () => {
  await withShop(createPayments({ braintree: null }), async ({ call }) => {
    expect(await call(getClientTokenEndpoint, {})).toEqual({ clientToken: 'sandbox', provider: 'sandbox' })
  })
})

test('repeated token failures are logged once, with a count', async () => {
  const createClientToken = () => Promise.reject(new Error('connect ECONNREFUSED'))
  const shop = await openTestShop('sqlite', { payments: { createClientToken } })
  for (let count = 0; count < 3; count += 1) await shop.app.inject('/api/api/bt/client_token')
  await shop.close()
  const lines = shop
    .logged()
    .split('\n')
    .filter((line) => line.includes('the payment provider gave no client token'))
  expect(lines).toHaveLength(2)
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ count: 2 })
})

describe('with Braintree keys', () => {
  let gateway: FakeGateway
  beforeAll(async () => {
    gateway = await openFakeGateway()
    // Braintree's library reads these two when it is loaded, with the first token.
    process.env.GATEWAY_HOST = '127.0.0.1'
    process.env.GATEWAY_PORT = String(gateway.port)
  })
  afterAll(() => gateway.close())
  beforeEach(() => {
    gateway.requests.length = 0
    gateway.respondWith(clientToken('a-token'))
  })

  async function expectUnavailable(): Promise<void> {
    await withShop(createBraintreePayments(KEYS, TIMEOUT), async ({ app, logged }) => {
      const response = await app.inject('/api/api/bt/client_token')
      expect(response.statusCode).toBe(503)
      expect(response.json()).toMatchObject({ success: false, error: 'unavailable' })
      expect(logged()).toContain('the payment provider gave no client token')
      expect(logged() + response.payload).not.toContain(KEYS.privateKey)
    })
  }

  test('the official SDK fetches a client token from the gateway', async () => {
    await withShop(createPayments({ braintree: KEYS }), async ({ call }) => {
      expect(await call(getClientTokenEndpoint, {})).toEqual({ clientToken: 'a-token', provider: 'braintree' })
    })
    const authorization = `Basic ${Buffer.from('public:very-private').toString('base64')}`
    expect(gateway.requests).toEqual([{ method: 'POST', path: '/merchants/merchant/client_token', authorization }])
  })

  test('a gateway that never responds: 503 unavailable', async () => {
    gateway.respondWith(() => {})
    await expectUnavailable()
  })

  test('a gateway that trickles: 503 unavailable', async () => {
    gateway.respondWith((response) => {
      response.writeHead(201, { 'content-type': 'application/xml' })
      const drip = setInterval(() => response.write(' '), TIMEOUT / 6)
      response.on('close', () => clearInterval(drip))
    })
    await expectUnavailable()
  })

  test.each([401, 403, 404, 429, 500, 503])('a gateway that responds %i: 503 unavailable', async (status) => {
    gateway.respondWith((response) => response.writeHead(status).end())
    await expectUnavailable()
  })

  test.each([
    ['an empty token', clientToken('')],
    ['no token at all', (response) => response.writeHead(201, { 'content-type': 'application/xml' }).end('<a/>')],
    ['a broken body', (response) => response.writeHead(201, { 'content-type': 'application/xml' }).end('<a')],
    ['nothing', (response) => response.writeHead(201).end()],
    ['a cut connection', (response) => response.destroy()],
  ] satisfies [string, Parameters<FakeGateway['respondWith']>[0]][])('%s: 503 unavailable', async (_what, response) => {
    gateway.respondWith(response)
    await expectUnavailable()
  })

  test('after a failure the next shopper gets a token again', async () => {
    await withShop(createBraintreePayments(KEYS, TIMEOUT), async ({ app, call }) => {
      gateway.respondWith((response) => response.destroy())
      expect((await app.inject('/api/api/bt/client_token')).statusCode).toBe(503)
      gateway.respondWith(clientToken('again'))
      expect(await call(getClientTokenEndpoint, {})).toMatchObject({ clientToken: 'again' })
    })
  })
})

test('tokens are limited per client address', async () => {
  await withShop(createPayments({ braintree: null }), async ({ app }) => {
    const status = async () => (await app.inject('/api/api/bt/client_token')).statusCode
    for (let count = 0; count < 60; count += 1) expect(await status()).toBe(200)
    expect(await status()).toBe(429)
  })
})
