import { paymentCalls } from '@shop/contract/payments/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FaultRule } from '../../../tests/gateway/faults.ts'
import { BAD_ANSWERS, type Gateway, KEYS, startGateway } from '../../../tests/gateway/start-gateway.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { createBraintreePayments } from '../braintree/braintree-payments.ts'
import { createPayments } from '../create-payments.ts'
import type { Payments } from './payments.ts'

const TIMEOUTS = { clientToken: 300, payment: 300, list: 300 }

async function withShop(payments: Payments, work: (shop: TestShop) => Promise<void>): Promise<void> {
  const shop = await openTestShop('sqlite', { payments })
  try {
    await work(shop)
  } finally {
    await shop.close()
  }
}

test('without keys the sandbox provider is used', async () => {
  await withShop(
    createPayments({ gateways: [] }, () => {}),
    async ({ call }) => {
      expect(await call(paymentCalls.getClientToken, {})).toEqual({ clientToken: 'sandbox', provider: 'sandbox' })
    },
  )
})

test('repeated token failures are logged once, with a count', async () => {
  const createClientToken = () => Promise.reject(new Error('connect ECONNREFUSED'))
  const payments = { ...createPayments({ gateways: [] }, () => {}), createClientToken }
  const shop = await openTestShop('sqlite', { payments })
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
  let gateway: Gateway
  beforeAll(async () => {
    gateway = await startGateway()
  })
  afterAll(() => gateway.stop())
  beforeEach(() => gateway.clear())

  const impatient = createBraintreePayments(KEYS, () => {}, TIMEOUTS)
  async function expectUnavailable(): Promise<void> {
    await withShop(impatient, async ({ app, logged }) => {
      const response = await app.inject('/api/api/bt/client_token')
      expect(response.statusCode).toBe(503)
      expect(response.json()).toMatchObject({ success: false, error: 'unavailable' })
      expect(logged()).toContain('the payment provider gave no client token')
      expect(logged() + response.payload).not.toContain(KEYS.privateKey)
    })
  }

  test('the official SDK fetches a client token from the gateway', async () => {
    await withShop(
      createPayments({ gateways: [KEYS] }, () => {}),
      async ({ call }) => {
        expect(await call(paymentCalls.getClientToken, {})).toEqual({ clientToken: 'a-token', provider: 'braintree' })
      },
    )
    const authorization = `Basic ${Buffer.from('public:very-private').toString('base64')}`
    expect(await gateway.requests()).toMatchObject([
      { method: 'POST', path: '/merchants/merchant/client_token', authorization },
    ])
  })

  test.each([
    ['no answer', { answer: 'hang' }],
    ['an answer that trickles', { answer: 'trickle' }],
    ['no token at all', { answer: { status: 201, body: '<a/>' } }],
    ...Object.entries(BAD_ANSWERS),
    ...[401, 403, 404, 429, 500, 503].map((status): [string, FaultRule] => [String(status), { answer: { status } }]),
  ] satisfies [string, FaultRule][])('%s of the gateway: 503 unavailable', async (_what, rule) => {
    await gateway.fail(rule)
    await expectUnavailable()
  })

  test('an empty token of the gateway: 503 unavailable', async () => {
    await gateway.set({ clientToken: '' })
    await expectUnavailable()
    await gateway.set({ clientToken: 'a-token' })
  })

  test('after a failure the next shopper gets a token again', async () => {
    await withShop(
      createPayments({ gateways: [KEYS] }, () => {}),
      async ({ app, call }) => {
        await gateway.fail({ answer: 'cut' })
        expect((await app.inject('/api/api/bt/client_token')).statusCode).toBe(503)
        expect(await call(paymentCalls.getClientToken, {})).toMatchObject({ clientToken: 'a-token' })
      },
    )
  })
})

test('tokens are limited per client address', async () => {
  await withShop(
    createPayments({ gateways: [] }, () => {}),
    async ({ app }) => {
      const status = async () => (await app.inject('/api/api/bt/client_token')).statusCode
      for (let count = 0; count < 60; count += 1) expect(await status()).toBe(200)
      expect(await status()).toBe(429)
    },
  )
})

test('tokens for many addresses are asked for a few at a time, and a caller that waited too long is told so', async () => {
  const first = Promise.withResolvers<void>()
  let asked = 0
  const sandbox = createPayments({ gateways: [] }, () => {})
  const createClientToken: Payments['createClientToken'] = async () => {
    asked += 1
    await first.promise
    return sandbox.createClientToken()
  }
  await withShop({ ...sandbox, createClientToken }, async ({ app, passTime }) => {
    const ask = async (remoteAddress: string) =>
      (await app.inject({ url: '/api/api/bt/client_token', remoteAddress })).statusCode
    const waiting = Array.from({ length: 50 }, (_, index) => ask(`10.0.0.${index}`))
    await expect.poll(() => asked).toBe(10)
    passTime(16_000)
    const later = ask('10.0.1.1')
    first.resolve()
    const statuses = await Promise.all(waiting)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 503)).toHaveLength(40)
    expect([await later, asked]).toEqual([200, 11])
  })
})
