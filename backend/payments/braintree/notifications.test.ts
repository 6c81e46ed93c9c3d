import braintree from 'braintree'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Gateway, KEYS, startGateway } from '../../../tests/gateway/start-gateway.ts'
import { buildAuthorization } from '../../testing/payments/build-authorization.ts'
import { createBraintreePayments } from './braintree-payments.ts'

const payments = createBraintreePayments(KEYS, () => {})
const FOREIGN = { ...KEYS, merchantId: 'foreign', publicKey: 'foreign-public', privateKey: 'foreign-private' }
const REFERENCE = '200123-k7f3q2'

let gateway: Gateway
let id: string
beforeAll(async () => {
  gateway = await startGateway()
  const result = await payments.authorize(buildAuthorization({ reference: REFERENCE, nonce: await gateway.nonce() }))
  id = result.outcome === 'done' ? result.transaction.id : ''
})
afterAll(() => gateway.stop())

const provider = 'braintree'
const read = (sent: { bt_signature: string; bt_payload: string }) =>
  payments.parseNotification({ provider, body: new URLSearchParams(sent).toString(), headers: {} })
const FORGED = { outcome: 'rejected', reason: 'forged' }

test('a webhook names the transaction to look at', async () => {
  expect(await read(await gateway.notify({ kind: 'transaction_settled', id }))).toMatchObject({
    outcome: 'done',
    notification: { kind: 'transaction_settled', transactionId: id, reference: REFERENCE, disputeId: null },
  })
})

test('a webhook of a dispute names the dispute and its transaction', async () => {
  await gateway.dispute({ transactionId: id, id: 'dispute1', status: 'open', cents: 5000, replyBy: '2026-12-24' })
  expect(await read(await gateway.notify({ kind: 'dispute_opened', id, disputeId: 'dispute1' }))).toMatchObject({
    notification: { kind: 'dispute_opened', transactionId: id, reference: REFERENCE, disputeId: 'dispute1' },
  })
})

test("the SDK's own samples are read, also those of kinds that the shop does not use", async () => {
  const { environment: _, ...keys } = KEYS
  const sdk = new braintree.BraintreeGateway({ ...keys, environment: braintree.Environment.Development })
  for (const kind of ['transaction_settled', 'dispute_opened', 'check', 'transaction_disbursed'] as const)
    expect(await read(await sdk.webhookTesting.sampleNotification(kind, 'abc'))).toMatchObject({
      outcome: 'done',
      notification: { kind },
    })
})

test('a repeated webhook reads the same, and its hash shows the repeat', async () => {
  const sent = await gateway.notify({ kind: 'transaction_settled', id })
  expect(await read(sent)).toEqual(await read(sent))
})

test('a byte that was changed, another signature, none or garbage: forged', async () => {
  const { bt_signature, bt_payload } = await gateway.notify({ kind: 'transaction_settled', id })
  const [publicKey, hmac = ''] = bt_signature.split('|')
  const changed = bt_payload.replace(/[A-Z]/, (letter) => (letter === 'Q' ? 'R' : 'Q'))
  const forged = [
    [bt_signature, changed],
    [`${publicKey}|${hmac.replace(/./, (digit) => (digit === '0' ? '1' : '0'))}`, bt_payload],
    [`${publicKey}|${hmac.slice(0, -1)}`, bt_payload],
    [`${publicKey}|`, bt_payload],
    [`${publicKey}`, bt_payload],
    ['', bt_payload],
    [bt_signature, ''],
    [bt_signature, '<xml/>'],
    [`${publicKey}|`.repeat(1000), 'QQ=='],
  ]
  for (const [signature = '', payload = ''] of forged)
    expect(await read({ bt_signature: signature, bt_payload: payload })).toEqual(FORGED)
})

test('a webhook that is rightly signed for another merchant is forged for this one', async () => {
  const { environment: _, ...keys } = FOREIGN
  const sdk = new braintree.BraintreeGateway({ ...keys, environment: braintree.Environment.Development })
  const sent = await sdk.webhookTesting.sampleNotification('transaction_settled', id)
  expect(await read(sent)).toEqual(FORGED)
  const withOurKey = sent.bt_signature.replace(FOREIGN.publicKey, KEYS.publicKey)
  expect(await read({ ...sent, bt_signature: withOurKey })).toEqual(FORGED)
  expect(await read({ ...sent, bt_signature: `${sent.bt_signature}&${withOurKey}` })).toEqual(FORGED)
})

test('the question whether the address is the shop’s is answered with its key, and nothing else is', async () => {
  const answer = await payments.answerChallenge({ provider, query: { bt_challenge: '0123456789abcdef0123' } })
  expect(answer).toMatch(/^public[|][0-9a-f]{40}$/)
  expect(answer).not.toContain(KEYS.privateKey)
  for (const other of ['', 'not hex', '0123456789ABCDEF0123', 'a'.repeat(5000)])
    expect(await payments.answerChallenge({ provider, query: { bt_challenge: other } })).toBeNull()
})
