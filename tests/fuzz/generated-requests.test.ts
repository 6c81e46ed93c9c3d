import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { syncDemoData } from '../../backend/demo-data/demo-data.ts'
import { ENGINES } from '../../backend/testing/engines.ts'
import { JOSE, placeOrder } from '../../backend/testing/orders.ts'
import { openTestShop, type TestShop } from '../../backend/testing/test-shop.ts'
import { type ApiDocument, readApiDocument } from './api-document.ts'
import { arbitraryRequest, type FuzzRequest, type Known } from './request-arbitrary.ts'

/** Requests on each engine; `npm run test:fuzz` sends 100,000 in all, from another seed each time. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2000) / ENGINES.length
const SEED = process.env.FUZZ_REQUESTS === undefined ? 20261122 : Date.now() % 2 ** 31
/** The most requests that are sent at the same time, so that they also meet each other. */
const AT_ONCE = 5
/** Orders that may be cancelled, so that the call is also tried where it succeeds. */
const OPEN_ORDERS = Array.from({ length: 40 }, (_, index) => String(200_001 + index))
const DEMO_CUSTOMER = { loginId: 'demo@packwright.example', password: 'backpack40' }

describe.each(ENGINES)('generated requests on %s', (engine) => {
  let shop: TestShop
  let document: ApiDocument
  let known: Known
  const succeeded = new Set<string>()

  beforeAll(async () => {
    shop = await openTestShop(engine)
    await syncDemoData(shop.store.database, true, new Date())
    for (const order_id of OPEN_ORDERS) await placeOrder(shop.store.database, { order_id })
    document = readApiDocument((await shop.app.inject('/api/docs/json')).json())
    const signedIn = await shop.app.inject({ method: 'POST', url: '/api/auth/signIn', payload: DEMO_CUSTOMER })
    const { token, user } = signedIn.json()
    known = {
      tokens: [token],
      samples: {
        listOrders: [{ parameters: { customerId: user.customer_id } }],
        signUp: OPEN_ORDERS.map((number) => ({ body: newCustomer(`${number}@example.org`) })),
        cancelOrder: OPEN_ORDERS.map((orderId) => ({ body: cancellationOf(orderId) })),
      },
    }
  })
  afterAll(() => shop.close())

  async function objectionTo({ operationId, payload, ...request }: FuzzRequest): Promise<string | null> {
    const answer = await shop.app.inject({ ...request, ...(payload === null ? {} : { payload }) })
    if (answer.statusCode === 200) succeeded.add(operationId)
    const type = String(answer.headers['content-type'] ?? '')
    const objection = document.objection(operationId, { status: answer.statusCode, type, body: answer.body })
    return objection && `${request.method} ${request.url} ${objection}: ${answer.body.slice(0, 300)}`
  }

  test('never meet a failure of the shop, nor a status or body that the document does not allow', {
    timeout: 120_000 + REQUESTS * 50,
  }, async () => {
    const requests = fc.array(arbitraryRequest(document.operations, known), { minLength: 1, maxLength: AT_ONCE })
    const sendAll = fc.asyncProperty(requests, async (batch) => {
      const objections = await Promise.all(batch.map(objectionTo))
      expect(objections.filter((objection) => objection !== null)).toEqual([])
    })
    await fc.assert(sendAll, { numRuns: Math.ceil((2 * REQUESTS) / (1 + AT_ONCE)), seed: SEED })
    // Requests that are all refused at the door would prove little.
    expect(document.operations.map((operation) => operation.operationId).filter((id) => !succeeded.has(id))).toEqual([])
  })
})

function newCustomer(email: string): unknown {
  return { firstName: 'Ann', lastName: 'Lee', email, loginId: email, password: 'walks 40 miles' }
}

function cancellationOf(orderId: string): unknown {
  return {
    ...JOSE,
    orderId,
    orderDetails: { order_id: orderId },
    cancellationReason: 'Changed My Mind',
    cancellationJustification: 'I found one at home.',
    itemsToCancel: [`${orderId}-1`],
  }
}
