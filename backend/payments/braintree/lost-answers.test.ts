import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BAD_ANSWERS, type GatewayProcess, KEYS, startGatewayProcess } from '../../../tests/gateway/start-gateway.ts'
import { buildAuthorization } from '../../testing/payments/build-authorization.ts'
import type { PaymentResult } from '../gateway/payments.ts'
import { createBraintreePayments } from './braintree-payments.ts'

const SALES = 400
const AT_ONCE = 10

const payments = createBraintreePayments(KEYS, () => {})
let gateway: GatewayProcess
beforeAll(async () => {
  gateway = await startGatewayProcess()
})
afterAll(() => gateway.stop())

async function spoilAnswers(): Promise<void> {
  const bad = [
    ...Object.values(BAD_ANSWERS),
    ...[401, 403, 429].map((status) => ({ answer: { status }, commit: false })),
  ]
  for (const [seed, rule] of bad.entries()) {
    const share = { match: '/transactions ', times: SALES, probability: 0.04, seed }
    await gateway.fail({ ...rule, ...share })
    await gateway.fail({ ...rule, ...share, seed: seed + 100, commit: false })
  }
}

test('among many sales with lost answers, rejected and declined ones hold no money and the others hold it once', async () => {
  await spoilAnswers()
  const requests = await Promise.all(
    Array.from({ length: SALES }, async (_, sale) =>
      buildAuthorization({ nonce: await gateway.nonce(), cents: sale % 10 === 0 ? 200_000 : 5000 + sale }),
    ),
  )
  const results: PaymentResult[] = []
  for (let start = 0; start < SALES; start += AT_ONCE)
    results.push(...(await Promise.all(requests.slice(start, start + AT_ONCE).map(payments.authorize))))
  const held = (await gateway.transactions()).filter(({ status }) => status === 'authorized')
  const outcomes = requests.map(({ reference }, index) => {
    const count = held.filter(({ orderId }) => orderId === reference).length
    return `${results[index]?.outcome} ${count}`
  })
  expect([...new Set(outcomes)].sort()).toEqual(['declined 0', 'done 1', 'rejected 0', 'unknown 0', 'unknown 1'])
})

test('a gateway that is killed amid sales has all that it said were done, once, and none that it refused', async () => {
  const requests = await Promise.all(
    Array.from({ length: 100 }, async () => buildAuthorization({ nonce: await gateway.nonce() })),
  )
  await gateway.clear()
  await gateway.fail({ match: '/transactions ', delay: 20, times: 1000 })
  const results = requests.map((request) => payments.authorize(request))
  await Promise.any(results.slice(20))
  await gateway.restart()
  const said = await Promise.all(results)
  const held = (await gateway.transactions()).map(({ orderId }) => orderId)
  for (const [index, { reference }] of requests.entries()) {
    const count = held.filter((known) => known === reference).length
    const outcome = said[index]?.outcome
    if (outcome !== 'unknown') expect(count).toBe(outcome === 'done' ? 1 : 0)
    expect(count).toBeLessThan(2)
  }
})

test('a sale that breaks off while it is being sent is not made, and the gateway goes on', async () => {
  const request = buildAuthorization({ nonce: await gateway.nonce() })
  const socket = connect(gateway.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('POST /merchants/merchant/transactions HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{"tra')
  // The answer to another call: what was sent before has arrived.
  await gateway.requests()
  socket.destroy()
  await once(socket, 'close')
  expect(await payments.find({ provider: 'braintree', reference: request.reference })).toEqual({
    outcome: 'done',
    transactions: [],
  })
  expect(await payments.authorize(request)).toMatchObject({ outcome: 'done' })
})
