import { DAY_MS } from '@shop/contract/durations'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FaultRule } from '../../../tests/gateway/faults.ts'
import { BAD_ANSWERS, type GatewayProcess, KEYS, startGatewayProcess } from '../../../tests/gateway/start-gateway.ts'
import { buildAuthorization, SHIP_TO } from '../../testing/payments/build-authorization.ts'
import type { AuthorizeRequest, FindResult, PaymentResult, PaymentTransaction } from '../gateway/payments.ts'
import { createBraintreePayments } from './braintree-payments.ts'

const SHORT = { clientToken: 500, payment: 500, list: 500 }

let gateway: GatewayProcess
let warnings: string[]
let payments: ReturnType<typeof createBraintreePayments>

beforeAll(async () => {
  gateway = await startGatewayProcess()
})
afterAll(() => gateway.stop())
beforeEach(async () => {
  await gateway.clear()
  await gateway.set({ clockAhead: 0, searchLag: 0, pageSize: 50, areKeysAllowed: true })
  warnings = []
  payments = createBraintreePayments(KEYS, (message) => warnings.push(message))
})

const find = (reference: string, transactionId?: string) =>
  payments.find({ provider: 'braintree', reference, transactionId })

async function buildSale(of: Partial<AuthorizeRequest> = {}): Promise<AuthorizeRequest> {
  return buildAuthorization({ ...of, nonce: of.nonce ?? (await gateway.nonce()) })
}

function transactionOf(result: PaymentResult): PaymentTransaction {
  if (result.outcome !== 'done') throw new Error(JSON.stringify(result))
  return result.transaction
}

function listOf(result: FindResult): readonly PaymentTransaction[] {
  if (result.outcome !== 'done') throw new Error(JSON.stringify(result))
  return result.transactions
}

async function authorized(overrides: Partial<AuthorizeRequest> = {}) {
  const request = await buildSale(overrides)
  const { id } = transactionOf(await payments.authorize(request))
  const operation = (what: string) => ({
    provider: 'braintree',
    operationId: `${what} ${request.operationId}`,
    reference: request.reference,
    transactionId: id,
  })
  return { ...request, id, operation }
}

async function settled(overrides: Partial<AuthorizeRequest> = {}) {
  const sale = await authorized(overrides)
  transactionOf(await payments.capture({ ...sale.operation('capture'), cents: sale.cents }))
  await gateway.settle({ id: sale.id })
  return sale
}

test('authorizing: reserves the amount under the reference and keeps of the card its brand and last four', async () => {
  const request = await buildSale()
  expect(transactionOf(await payments.authorize(request))).toMatchObject({
    kind: 'sale',
    reference: request.reference,
    state: 'authorized',
    cents: 12_595,
    authorizedCents: 12_595,
    card: { brand: 'Visa', last4: '1111' },
    refundIds: [],
    disputes: [],
  })
})

test('authorizing sends address, ZIP of the card, tax, delivery and IP address, and neither vault nor device data', async () => {
  const request = await buildSale()
  await payments.authorize(request)
  const [sent] = await gateway.requests()
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    transaction: {
      type: 'sale',
      amount: '125.95',
      order_id: request.reference,
      payment_method_nonce: request.nonce,
      api_request_key: request.operationId,
      tax_amount: '6.00',
      shipping_amount: '9.95',
      billing: { postal_code: '97201' },
      shipping: {
        first_name: 'Ann',
        last_name: 'Lee',
        street_address: '1 <Main> & Elm St',
        extended_address: '',
        locality: 'Portland',
        region: 'OR',
        postal_code: '97201',
        country_code_alpha2: 'US',
      },
      risk_data: { customer_ip: '203.0.113.9' },
      options: { submit_for_settlement: false },
    },
  })
})

test('authorizing: an address as long as the form allows is shortened to what Braintree takes', async () => {
  const request = await buildSale()
  const shipTo = { ...SHIP_TO, address1: 'a'.repeat(300), address2: 'b'.repeat(300) }
  expect(await payments.authorize({ ...request, shipTo })).toMatchObject({ outcome: 'done' })
})

test.each([
  [200_000, 'bank', '2000'],
  [299_999, 'bank', '2999'],
  [300_000, 'network', '3000'],
  [500_100, 'provider', 'application_incomplete'],
])('authorizing %i cents are declined by the %s', async (cents, by, code) => {
  const result = await payments.authorize(await buildSale({ cents }))
  expect(result).toMatchObject({ outcome: 'declined', by, code, transaction: { state: 'declined' } })
})

test('authorizing: a nonce that is used, expired, unknown or of another merchant is rejected as one', async () => {
  const rejected = (code: string) => ({ outcome: 'rejected', reason: 'nonce', codes: [code] })
  const { nonce } = await authorized()
  expect(await payments.authorize(await buildSale({ nonce }))).toEqual(rejected('91564'))
  const foreign = await gateway.nonce({ merchant: 'foreign' })
  expect(await payments.authorize(await buildSale({ nonce: foreign }))).toEqual(rejected('91565'))
  expect(await payments.authorize(await buildSale({ nonce: 'x'.repeat(10_000) }))).toEqual(rejected('91565'))
  const old = await gateway.nonce()
  await gateway.set({ clockAhead: DAY_MS })
  expect(await payments.authorize(await buildSale({ nonce: old }))).toEqual(rejected('91565'))
})

test('authorizing: a declined card uses its nonce up too', async () => {
  const { nonce } = await buildSale()
  await payments.authorize(await buildSale({ nonce, cents: 200_100 }))
  expect(await payments.authorize(await buildSale({ nonce }))).toMatchObject({ reason: 'nonce' })
})

test('authorizing: a second sale with the reference, amount and card of the first is unknown, since the first may be ours', async () => {
  await gateway.set({ areKeysAllowed: false })
  const { reference } = await authorized()
  expect(await payments.authorize(await buildSale({ reference }))).toEqual({ outcome: 'unknown', cause: 'duplicate' })
})

const refusals = [
  [401, 'keys'],
  [403, 'keys'],
  [404, 'missing'],
  [426, 'keys'],
  [429, 'busy'],
] as const
test.each(refusals)(
  'an answer that is not a result %i: rejected as %s, without a transaction',
  async (status, reason) => {
    const request = await buildSale()
    await gateway.fail({ commit: false, answer: { status } })
    expect(await payments.authorize(request)).toEqual({ outcome: 'rejected', reason, codes: [] })
    expect(listOf(await find(request.reference))).toEqual([])
  },
)

const unclear: [string, FaultRule][] = [
  ...[408, 500, 502, 503, 504].map((status): [string, FaultRule] => [String(status), { answer: { status } }]),
  ...Object.entries(BAD_ANSWERS),
]
const withCommit = unclear.flatMap(([what, rule]) => [
  [what, 'after', rule],
  [what, 'before', { ...rule, commit: false }],
]) as [string, string, FaultRule][]
test.each(withCommit)(
  'an answer that is not a result %s %s the gateway processed it: unknown, and found out by find',
  async (_what, when, rule) => {
    const request = await buildSale()
    await gateway.fail(rule)
    expect(await payments.authorize(request)).toMatchObject({ outcome: 'unknown' })
    const found = listOf(await find(request.reference))
    expect(found.map(({ state, cents }) => ({ state, cents }))).toEqual(
      when === 'after' ? [{ state: 'authorized', cents: request.cents }] : [],
    )
  },
)

test.each(['hang', 'trickle'] as const)(
  'an answer that is not a result %s: unknown after the time-out, which ends the request',
  async (answer) => {
    const request = await buildSale()
    await gateway.fail({ match: 'POST .*transactions ', answer })
    const impatient = createBraintreePayments(KEYS, () => {}, SHORT)
    expect(await impatient.authorize(request)).toMatchObject({ outcome: 'unknown' })
    expect(listOf(await find(request.reference))).toHaveLength(1)
  },
)

test('an answer that is not a result: a refused connection: rejected as unreachable', async () => {
  const request = await buildSale()
  await gateway.kill()
  const results = [await payments.authorize(request), await find(request.reference)]
  await gateway.restart()
  for (const result of results) expect(result).toEqual({ outcome: 'rejected', reason: 'unreachable', codes: [] })
})

test('an answer that is not a result: keys that are wrong, or of another merchant: rejected as keys', async () => {
  const request = await buildSale()
  const wrong = createBraintreePayments({ ...KEYS, privateKey: 'wrong' }, () => {})
  const foreign = createBraintreePayments({ ...KEYS, merchantId: 'foreign' }, () => {})
  expect(await wrong.authorize(request)).toMatchObject({ outcome: 'rejected', reason: 'keys' })
  expect(await foreign.authorize(request)).toMatchObject({ outcome: 'rejected', reason: 'keys' })
})

test('an answer that is not a result: another amount, currency or reference than was asked for: unknown', async () => {
  const answer = (changes: Record<string, string>) => {
    const fields = { id: 'abc', status: 'authorized', type: 'sale', 'currency-iso-code': 'USD', amount: '125.95' }
    const all = { ...fields, 'created-at': '2026-11-24T00:00:00Z', 'order-id': 'reference', ...changes }
    const body = Object.entries(all).map(([name, value]) => `<${name}>${value}</${name}>`)
    return { answer: { status: 201, body: `<transaction>${body.join('')}</transaction>` } }
  }
  const outcomes: string[] = []
  for (const changes of [
    {},
    { amount: '125.94' },
    { 'currency-iso-code': 'CAD' },
    { 'order-id': 'older' },
    { id: '' },
  ]) {
    await gateway.fail(answer(changes))
    outcomes.push((await payments.authorize(await buildSale({ reference: 'reference' }))).outcome)
  }
  expect(outcomes).toEqual(['done', 'unknown', 'unknown', 'unknown', 'unknown'])
})

test('an answer that is not a result: neither a secret nor a nonce nor what the gateway wrote is in a result', async () => {
  const results: unknown[] = []
  for (const rule of [...Object.values(BAD_ANSWERS), { answer: { status: 200, body: '<a>4111111111111111</b>' } }]) {
    const request = await buildSale()
    await gateway.fail(rule)
    results.push(await payments.authorize(request))
    await gateway.fail({ ...rule, match: 'advanced_search' })
    results.push(await find(request.reference))
    results.push(await payments.authorize(await buildSale({ nonce: request.nonce })))
  }
  const text = JSON.stringify([results, warnings])
  for (const secret of [KEYS.privateKey, 'tokencc_', '4111', 'Sorry']) expect(text).not.toContain(secret)
})

test('keys of requests: a repeated capture, void or refund has the effect of one and the same answer', async () => {
  const sale = await authorized()
  const capture = { ...sale.operation('capture'), cents: 10_000 }
  await gateway.fail({ answer: 'cut' })
  expect(await payments.capture(capture)).toMatchObject({ outcome: 'unknown' })
  expect(transactionOf(await payments.capture(capture))).toMatchObject({ cents: 10_000, authorizedCents: 12_595 })
  await gateway.settle({ id: sale.id })
  const refund = { ...sale.operation('refund'), cents: 4000 }
  await gateway.fail({ answer: 'cut' })
  expect(await payments.refund(refund)).toMatchObject({ outcome: 'unknown' })
  const { id } = transactionOf(await payments.refund(refund))
  expect(listOf(await find(sale.reference)).map((found) => found.id)).toEqual([sale.id, id])
  const other = await authorized()
  await gateway.fail({ answer: 'cut' })
  expect(await payments.void(other.operation('void'))).toMatchObject({ outcome: 'unknown' })
  expect(transactionOf(await payments.void(other.operation('void')))).toMatchObject({ state: 'voided' })
})

test('keys of requests: a key that is in progress or had another content: unknown', async () => {
  const sale = await settled()
  const refund = { ...sale.operation('refund'), cents: 4000 }
  await gateway.fail({ delay: 1000 })
  const first = payments.refund(refund)
  await expect.poll(async () => (await gateway.requests()).length).toBeGreaterThan(2)
  expect(await payments.refund(refund)).toEqual({ outcome: 'unknown', cause: 'request key: 915233' })
  expect(await first).toMatchObject({ outcome: 'done' })
  expect(await payments.refund({ ...refund, cents: 4001 })).toEqual({
    outcome: 'unknown',
    cause: 'request key: 915232',
  })
})

test('keys of requests: an account that does not allow them: the same request is sent without, and the log says so once', async () => {
  await gateway.set({ areKeysAllowed: false })
  const sale = await authorized()
  expect(await payments.void(sale.operation('void'))).toMatchObject({ outcome: 'done' })
  expect(warnings).toEqual(['The account at Braintree does not allow keys of requests; they are left out'])
  const bodies = (await gateway.requests()).map(({ body }) => body)
  expect(bodies.map((body) => body.includes('api_request_key'))).toEqual([true, false, false])
})

test('moving money: less than was authorized can be captured, more not, and only once', async () => {
  const sale = await authorized()
  const operation = (what: string, cents: number) => ({ ...sale.operation(what), cents })
  expect(await payments.capture(operation('more', 12_596))).toMatchObject({ outcome: 'rejected', reason: 'amount' })
  expect(await payments.capture(operation('less', 12_594))).toMatchObject({ outcome: 'done' })
  expect(await payments.capture(operation('again', 12_594))).toMatchObject({ outcome: 'rejected', reason: 'state' })
})

test('moving money: nothing is captured or voided once an authorization has expired', async () => {
  const sale = await authorized()
  await gateway.set({ clockAhead: 8 * DAY_MS })
  expect(listOf(await find(sale.reference, sale.id))).toMatchObject([{ state: 'expired' }])
  expect(await payments.capture({ ...sale.operation('capture'), cents: 1 })).toMatchObject({ reason: 'state' })
  expect(await payments.void(sale.operation('void'))).toMatchObject({ reason: 'state' })
})

test('moving money: before settlement a refund is rejected as unsettled, and the capture can be voided', async () => {
  const sale = await authorized()
  await payments.capture({ ...sale.operation('capture'), cents: sale.cents })
  const refund = { ...sale.operation('refund'), cents: 100 }
  expect(await payments.refund(refund)).toEqual({ outcome: 'rejected', reason: 'unsettled', codes: ['91506'] })
  expect(await payments.void(sale.operation('void'))).toMatchObject({ outcome: 'done' })
})

test('moving money: a payment is refunded in parts until nothing is left', async () => {
  const sale = await settled()
  const refund = (what: string, cents: number) => payments.refund({ ...sale.operation(what), cents })
  expect(transactionOf(await refund('part', 12_594))).toMatchObject({
    kind: 'refund',
    refundOf: sale.id,
    cents: 12_594,
  })
  expect(await refund('too much', 2)).toMatchObject({ outcome: 'rejected', reason: 'amount' })
  expect(await refund('nothing', 0)).toMatchObject({ outcome: 'rejected', reason: 'invalid' })
  expect(await refund('rest', 1)).toMatchObject({ outcome: 'done' })
  expect(await refund('more', 1)).toMatchObject({ outcome: 'rejected', reason: 'state' })
})

test('moving money: a transaction that is not there: rejected as missing', async () => {
  const operation = { provider: 'braintree', operationId: 'none', reference: 'none', transactionId: 'none' }
  expect(await payments.void(operation)).toMatchObject({ outcome: 'rejected', reason: 'missing' })
  expect(await find('none', 'none')).toMatchObject({ outcome: 'rejected', reason: 'missing' })
  expect(await find('none', '../x')).toMatchObject({ outcome: 'rejected', reason: 'missing' })
})

test('looking up: a list spans pages, and begins at the given time', async () => {
  await gateway.set({ pageSize: 2, clockAhead: 20 * DAY_MS })
  const references: string[] = []
  for (let sale = 0; sale < 5; sale += 1) references.push((await authorized()).reference)
  const found = listOf(await payments.listSince(new Date(Date.now() + 19 * DAY_MS)))
  expect(found.map(({ reference }) => reference).sort()).toEqual(references.sort())
  expect(listOf(await payments.listSince(new Date(Date.now() + 21 * DAY_MS)))).toEqual([])
})

test('looking up: a sale that the search does not show yet is found by its id', async () => {
  await gateway.set({ searchLag: DAY_MS })
  const sale = await authorized()
  expect(listOf(await find(sale.reference))).toEqual([])
  expect(listOf(await find(sale.reference, sale.id))).toMatchObject([{ id: sale.id }])
})

test('looking up: a sale of another reference is not found, not even by its id', async () => {
  const sale = await authorized()
  expect(listOf(await find('another', sale.id))).toEqual([])
})

test.each(Object.entries(BAD_ANSWERS))('looking up %s to a search or to a page of it: unknown', async (_what, rule) => {
  const sale = await authorized()
  for (const match of ['advanced_search_ids', 'advanced_search ']) {
    await gateway.fail({ ...rule, match })
    expect(await find(sale.reference)).toMatchObject({ outcome: 'unknown' })
  }
  expect(listOf(await find(sale.reference))).toHaveLength(1)
})

test('looking up: a page that lacks a transaction is unknown, and does not pass for an empty one', async () => {
  const sale = await authorized()
  const body = '<credit-card-transactions type="collection"/>'
  await gateway.fail({ match: 'advanced_search ', answer: { status: 200, body } })
  expect(await find(sale.reference)).toMatchObject({ outcome: 'unknown' })
})

test('looking up: disputes are part of a transaction', async () => {
  const sale = await settled()
  await gateway.dispute({
    transactionId: sale.id,
    id: 'dispute1',
    status: 'open',
    cents: 12_595,
    replyBy: '2026-12-24',
  })
  const [found] = listOf(await find(sale.reference))
  expect(found?.disputes).toEqual([
    { id: 'dispute1', kind: 'chargeback', reason: 'fraud', status: 'open', cents: 12_595, replyBy: '2026-12-24' },
  ])
})

test('the stand-in: continues from its books after it was killed', async () => {
  const sale = await settled()
  const { nonce } = await authorized()
  await gateway.restart()
  expect(listOf(await find(sale.reference))).toMatchObject([{ state: 'settled', cents: sale.cents }])
  expect(await payments.authorize(await buildSale({ nonce }))).toMatchObject({ reason: 'nonce' })
})

test('the stand-in: spoils a share of the answers, and the same ones with the same seed', async () => {
  const outcomes = async () => {
    await gateway.clear()
    await gateway.fail({ probability: 0.4, seed: 7, times: 100, answer: 'cut' })
    const seen: string[] = []
    for (let call = 0; call < 12; call += 1) seen.push((await find('none')).outcome)
    return seen
  }
  const first = await outcomes()
  expect(new Set(first)).toEqual(new Set(['done', 'unknown']))
  expect(await outcomes()).toEqual(first)
})
