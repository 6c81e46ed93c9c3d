import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLink } from '../../backend/accounts/account-links.ts'
import { insertCustomer, updateCustomer } from '../../backend/accounts/accounts.repository.ts'
import { buildCustomer } from '../../backend/accounts/build-customer.ts'
import { createPasswords } from '../../backend/accounts/password-hash.ts'
import { hashToken } from '../../backend/accounts/passwords/tokens.ts'
import { openSession } from '../../backend/accounts/sessions.ts'
import { insertDelay } from '../../backend/orders/order-delays.repository.ts'
import { insertPayLink } from '../../backend/orders/pay-links.repository.ts'
import { insertLabel, insertReturn } from '../../backend/orders/returns.repository.ts'
import { inTransaction } from '../../backend/platform/database/database.ts'
import { localDay } from '../../backend/platform/lib/days/local-day.ts'
import { syncDemoData } from '../../backend/start/demo-data.ts'
import { type AdminVisitor, signInAs } from '../../backend/testing/admin-visitor.ts'
import { JOSE, placeOrder } from '../../backend/testing/orders/orders.ts'
import { BOTH_ENGINES } from '../../backend/testing/servers/engines.ts'
import { sharedTestShop } from '../../backend/testing/test-hooks.ts'
import type { TestShop } from '../../backend/testing/test-shop.ts'
import { type ApiDocument, type Operation, readApiDocument } from './api-document.ts'
import { arbitraryRequest, type FuzzRequest, type Known } from './request-arbitrary.ts'

/** Requests per engine; `npm run test:fuzz` sends 100,000 in all, with a new seed each time. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 3000) / BOTH_ENGINES.length
/** Each engine has a seed of its own: no request is sent twice. */
const SEED = process.env.FUZZ_REQUESTS === undefined ? 20261122 : Date.now() % 2 ** 31
/** The calls of the shop, and those of all calls that succeeded on an engine, by operation id. */
const shopCalls = new Set<string>()
const succeeded = new Set<string>()
/** Maximum concurrent requests. */
const CONCURRENCY = 5
/** Orders that can be cancelled: some cancellations should succeed. */
const OPEN_ORDERS = Array.from({ length: 40 }, (_, index) => String(200_001 + index))
/** Orders that have arrived: some returns should succeed. */
const ARRIVED_ORDERS = Array.from({ length: 40 }, (_, index) => String(300_001 + index))
/** Requests for all calls that none of the others satisfied. */
const RARE_REQUESTS = 200

/** Share of the requests that call the admin. */
const ADMIN_SHARE = 0.2
const isAdmin = ({ path }: Operation) => path.startsWith('/api/admin/')
const DEMO_CUSTOMER = { loginId: 'demo@packwright.example', password: 'backpack40' }

describe.each(BOTH_ENGINES)('generated requests on %s', (engine) => {
  const shop = sharedTestShop(engine)
  let document: ApiDocument
  let known: Known
  let owner: AdminVisitor
  beforeAll(async () => {
    await syncDemoData(shop.store.database, true, new Date())
    for (const order_id of OPEN_ORDERS) await placeOrder(shop.store.database, { order_id })
    const arrived = { order_status: 'delivered', delivered_on: localDay(shop.clock()) } as const
    for (const order_id of ARRIVED_ORDERS) await placeOrder(shop.store.database, { order_id, ...arrived })
    await addLabel(shop)
    await addMailedLinks(shop)
    owner = await signInAs(shop, 'owner')
    document = readApiDocument((await shop.app.inject('/api/docs/json')).json())
    const signedIn = await shop.app.inject({ method: 'POST', url: '/api/auth/signIn', payload: DEMO_CUSTOMER })
    const { token, user } = signedIn.json()
    const customers = await addCustomers(shop)
    // Any link then confirms the address.
    await updateCustomer(shop.store.database, user.customer_id, { email_confirmed_at: new Date().toISOString() })
    known = {
      tokens: [token],
      endingTokens: {
        signOut: [],
        endSessions: customers.tokens.slice(0, 10),
        changePassword: customers.tokens.slice(10, 20),
        closeAccount: customers.tokens.slice(20),
      },
      samples: {
        listOrders: [{ parameters: { customerId: user.customer_id } }],
        signIn: OPEN_ORDERS.map((number) => ({
          body: { loginId: `ann-${number}@example.org`, password: 'backpack40' },
        })),
        signUp: OPEN_ORDERS.map((number) => ({ body: newCustomer(`${number}@example.org`) })),
        resetPassword: customers.links.map((link) => ({ body: { token: link, password: 'walks 40 miles' } })),
        closeAccount: OPEN_ORDERS.map(() => ({ body: { password: 'backpack40' } })),
        cancelOrder: OPEN_ORDERS.map((orderId) => ({ body: cancellationOf(orderId) })),
        askToReturn: ARRIVED_ORDERS.map((orderId) => ({ body: requestOf(orderId) })),
        showPayLink: [{ body: { token: PAY_TOKEN } }],
        getDelayedOrder: DELAY_TOKENS.map((token) => ({ body: { token } })),
        answerDelay: DELAY_TOKENS.map((token) => ({ body: { token, answer: 'cancel' } })),
        getReturnLabel: [{ parameters: { token: LABEL_TOKEN } }],
      },
    }
  })

  async function objectionTo({ operationId, payload, ...request }: FuzzRequest): Promise<string | null> {
    const response = await shop.app.inject({ ...request, ...(payload === null ? {} : { payload }) })
    if (response.statusCode === 200) succeeded.add(operationId)
    const type = String(response.headers['content-type'] ?? '')
    const objection = document.objection(operationId, { status: response.statusCode, type, body: response.body })
    return objection && `${request.method} ${request.url} ${objection}: ${response.body.slice(0, 300)}`
  }

  /** Sends this many requests, a few concurrently, each modified by `adapt`. */
  async function sendAll(
    operations: readonly Operation[],
    count: number,
    adapt: (request: FuzzRequest) => FuzzRequest = (request) => request,
  ) {
    const requests = fc.array(arbitraryRequest(operations, known), { minLength: 1, maxLength: CONCURRENCY })
    const property = fc.asyncProperty(requests, async (batch) => {
      const sent = batch.map((request) => objectionTo(adapt(request)))
      expect((await Promise.all(sent)).filter((objection) => objection !== null)).toEqual([])
    })
    await fc.assert(property, {
      numRuns: Math.ceil((2 * count) / (1 + CONCURRENCY)),
      seed: SEED + BOTH_ENGINES.indexOf(engine),
    })
  }

  test('never get a 5xx, or a status or body that the document does not allow', {
    timeout: 120_000 + REQUESTS * 50,
  }, async () => {
    const operations = document.operations.filter((operation) => !isAdmin(operation))
    await sendAll(operations, REQUESTS * (1 - ADMIN_SHARE))
    // Calls that few generated requests satisfy get some of their own.
    const rare = operations.filter(({ operationId }) => !succeeded.has(operationId))
    if (rare.length > 0) await sendAll(rare, RARE_REQUESTS)
    for (const { operationId } of operations) shopCalls.add(operationId)
  })

  test("the admin's calls neither, in an owner's browser", { timeout: 120_000 + REQUESTS * 50 }, async () => {
    const headers = {
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
      cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    await sendAll(document.operations.filter(isAdmin), REQUESTS * ADMIN_SHARE, (request) => {
      // Without https the admin is only served to this machine.
      return { ...request, headers: { ...request.headers, ...headers }, remoteAddress: '127.0.0.1' }
    })
    expect([...succeeded].filter((id) => id.startsWith('admin'))).not.toEqual([])
  })
})

/** Orders are paused, and without a gateway no card is charged. */
const REFUSED: readonly string[] = ['placeOrder', 'checkDiscountCode', 'getPlacement', 'payByLink', 'reportCardFailure']

// Requests that are all rejected by validation would prove little.
test('at least one request to each call of the shop succeeded', () => {
  expect(shopCalls.size).toBeGreaterThan(0)
  expect([...shopCalls].filter((id) => !succeeded.has(id) && !REFUSED.includes(id))).toEqual([])
})

/** Customers with the password of the documented example, each with a session and a link that sets a password. */
async function addCustomers({ store: { database }, clock }: TestShop): Promise<{ tokens: string[]; links: string[] }> {
  const [tokens, links]: [string[], string[]] = [[], []]
  const now = clock()
  for (const number of OPEN_ORDERS) {
    const person = { firstName: 'Ann', lastName: 'Lee', email: `ann-${number}@example.org`, password: 'backpack40' }
    const customer = await buildCustomer(person, now, createPasswords({ memory: 8, passes: 1, parallelism: 1 }))
    await inTransaction(database, async (trx) => {
      await insertCustomer(trx, customer)
      tokens.push(await openSession(trx, customer, { now, device: null }))
      const publicUrl = 'https://shop.example'
      const link = await createLink(
        trx,
        { customer_id: customer.customer_id, purpose: 'reset-password' },
        { now, publicUrl },
      )
      links.push(link.replace(/.*#token=/, ''))
    })
  }
  return { tokens, links }
}

const LABEL_TOKEN = 'A'.repeat(43)

/** An accepted return with a prepaid label. */
async function addLabel({ store: { database }, clock }: TestShop): Promise<void> {
  const { order_id } = await placeOrder(database, { order_id: '400001' })
  const return_id = `${order_id}-RMA1`
  const texts = { reason: 'Changed My Mind', details: '', answer: '' }
  const asked = { return_id, order_id, return_state: 'accepted', asked_at: clock().toISOString(), ...texts } as const
  await inTransaction(database, async (trx) => {
    await insertReturn(trx, { ...asked, items: [{ order_item_id: `${order_id}-1`, quantity: 1 }] })
    await insertLabel(trx, { return_id, token: LABEL_TOKEN, type: 'application/pdf', data: Buffer.from('%PDF-1.7') })
  })
}

const PAY_TOKEN = 'P'.repeat(43)
const DELAY_TOKENS = Array.from({ length: 20 }, (_, index) => String(500_001 + index).padEnd(43, 'D'))

/** A link that an order is paid by, and notices of delayed orders. */
async function addMailedLinks({ store: { database }, clock }: TestShop): Promise<void> {
  const created_at = clock().toISOString()
  const expires_at = new Date(clock().getTime() + 24 * 60 * 60_000).toISOString()
  const taken = await placeOrder(database, { order_id: '500000', channel: 'phone', payment: 'unpaid' })
  const delayed = await Promise.all(
    DELAY_TOKENS.map((token) => placeOrder(database, { order_id: token.slice(0, 6), order_status: 'processing' })),
  )
  await inTransaction(database, async (trx) => {
    const of = { order_id: taken.order_id, token_hash: hashToken(PAY_TOKEN), created_at, expires_at }
    await insertPayLink(trx, {
      ...of,
      link_id: 'a',
      amount_cents: 100,
      mail_id: null,
      withdrawn_at: null,
      withdrawn_mail: null,
    })
    for (const [index, { order_id }] of delayed.entries()) {
      const days = { noticed_at: created_at, ship_by: null, answer_by: localDay(clock()), expires_at }
      const token_hash = hashToken(DELAY_TOKENS[index] ?? '')
      await insertDelay(trx, { order_id, number: 1, token_hash, ...days, agreed_at: null, used_at: null })
    }
  })
}

function requestOf(orderId: string): unknown {
  const items = [{ order_item_id: `${orderId}-1`, quantity: 1 }]
  return { ...JOSE, orderId, items, reason: 'Changed My Mind', details: '' }
}

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
