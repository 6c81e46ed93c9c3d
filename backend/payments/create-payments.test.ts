import { randomUUID } from 'node:crypto'
import { DAY_MS, HOUR_MS } from '@shop/contract/durations'
import { expect, test } from 'vitest'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/shops/placing-hooks.ts'
import { KEYS } from '../../tests/gateway/start-gateway.ts'
import { inTransaction } from '../platform/database/database.ts'
import { settleDueOperations } from '../settlement/payment-worker.ts'
import { listFailed } from '../settlement/tasks/payment-tasks.repository.ts'
import { buildAuthorization } from '../testing/payments/build-authorization.ts'
import { createPayments, joinGateways } from './create-payments.ts'
import { insertOperation } from './ledger/payments.repository.ts'

const gateway = sharedGateway()
const shop = eachPlacingShop('sqlite', gateway, 50)

test('a request goes to the gateway that it names, and one at an unknown gateway is refused by its name', async () => {
  const payments = createPayments({ gateways: [KEYS] }, () => {})
  const request = buildAuthorization({ nonce: await gateway.nonce() })
  const { reference } = request
  const refused = { outcome: 'rejected', reason: 'provider', codes: ['other'] }
  const asked = { provider: 'other', operationId: randomUUID(), reference, transactionId: 'sale' }
  for (const answer of [
    payments.authorize({ ...request, provider: 'other' }),
    payments.capture({ ...asked, cents: 1 }),
    payments.void(asked),
    payments.refund({ ...asked, cents: 1 }),
    payments.find(asked),
  ]) {
    expect(await answer).toEqual(refused)
  }
  expect(await gateway.requests()).toEqual([])
  expect(await payments.authorize(request)).toMatchObject({ outcome: 'done', transaction: { provider: 'braintree' } })
})

test('beside a second gateway, a card and what belongs to a payment go to the gateway that is named, and new payments to the first', async () => {
  const braintree = createPayments({ gateways: [KEYS] }, () => {})
  const second = { ...createPayments({ gateways: [] }, () => {}), findCardRange: async () => '999999' }
  const nonce = await gateway.nonce()
  const range = await braintree.findCardRange({ provider: 'braintree', nonce })
  expect(range).toMatch(/^\d{6}$/)
  for (const [opened, current] of [
    [[second, braintree], 'sandbox'],
    [[braintree, second], 'braintree'],
  ] as const) {
    const payments = joinGateways(opened)
    expect(payments.provider).toBe(current)
    expect(await payments.findCardRange({ provider: 'braintree', nonce })).toBe(range)
    expect(await payments.findCardRange({ provider: 'sandbox', nonce })).toBe('999999')
    expect(await payments.findCardRange({ provider: 'other', nonce })).toBeNull()
    const answers = ['braintree', 'sandbox'].map((provider) => payments.find({ provider, reference: '1-abcdef' }))
    expect(await Promise.all(answers)).toMatchObject([{ outcome: 'done' }, { outcome: 'rejected', reason: 'keys' }])
  }
})

test('one gateway that cannot be asked is named, and the transactions of the others are listed', async () => {
  const request = buildAuthorization({ nonce: await gateway.nonce() })
  const lost = { ...KEYS, privateKey: 'wrong' }
  const payments = createPayments({ gateways: [KEYS, lost] }, () => {})
  await payments.authorize(request)
  const since = new Date(Date.now() - DAY_MS)
  const { reference } = request
  const transactions = expect.arrayContaining([expect.objectContaining({ reference })])
  expect(await payments.listSince(since)).toEqual({ outcome: 'done', transactions, failed: ['braintree'] })
  const none = createPayments({ gateways: [lost] }, () => {})
  expect(await none.listSince(since)).toMatchObject({ outcome: 'rejected', reason: 'keys' })
})

/** An order whose payment names a gateway, and what is due of it. */
async function orderWithCapture() {
  expect((await shop.place(await shop.buildBody())).statusCode).toBe(200)
  const { database } = shop.store
  const { provider, reference } = await database.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  expect(provider).toBe('braintree')
  const asked = { provider, reference, kind: 'capture', amount_cents: 15_800, state: 'due' } as const
  await inTransaction(database, (trx) => insertOperation(trx, { ...asked, now: shop.clock() }))
  return {
    name: async (provider: string) => {
      for (const table of ['payments', 'payment_operations'] as const)
        await database.updateTable(table).set({ provider }).execute()
    },
    capture: () =>
      database.selectFrom('payment_operations').select(['state', 'last_error']).where('kind', '=', 'capture').execute(),
  }
}

test('what is due of a payment at an unknown gateway waits, and is done once its row names the right one', async () => {
  const { name, capture } = await orderWithCapture()
  await name('other')
  await settleDueOperations(shop.worker)
  expect(await capture()).toEqual([{ state: 'due', last_error: 'provider' }])
  await name('braintree')
  shop.passTime(60_000)
  await settleDueOperations(shop.worker)
  expect(await capture()).toEqual([{ state: 'done', last_error: null }])
})

test('what waits for an unknown gateway is logged once, and after three days it is a failed task', async () => {
  const { name, capture } = await orderWithCapture()
  await name('other')
  const warnings: string[] = []
  const payments = createPayments({ gateways: [KEYS] }, (message) => warnings.push(message))
  const settle = () => settleDueOperations({ ...shop.worker, payments })
  for (let hours = 0; hours < 72; hours += 12) {
    await settle()
    expect(await capture()).toEqual([{ state: 'due', last_error: 'provider' }])
    shop.passTime(12 * HOUR_MS)
  }
  expect(shop.logged().split('a payment is to be looked at again')).toHaveLength(2)
  expect(warnings).toEqual([])
  shop.passTime(HOUR_MS)
  await settle()
  expect(await capture()).toEqual([{ state: 'rejected', last_error: 'provider' }])
  expect(await listFailed(shop.store.database, 10)).toMatchObject([{ kind: 'capture', last_error: 'provider' }])
})
