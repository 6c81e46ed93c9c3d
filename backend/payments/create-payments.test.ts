import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { eachPlacingShop, sharedGateway } from '../../tests/gateway/shops/placing-hooks.ts'
import { KEYS } from '../../tests/gateway/start-gateway.ts'
import { inTransaction } from '../platform/database/database.ts'
import { settleDueOperations } from '../settlement/payment-worker.ts'
import { buildAuthorization } from '../testing/payments/build-authorization.ts'
import { createPayments } from './create-payments.ts'
import { insertOperation } from './ledger/payments.repository.ts'

const gateway = sharedGateway()
const shop = eachPlacingShop('sqlite', gateway, 50)

test('a request goes to the gateway that it names, and one at an unknown gateway is refused by its name', async () => {
  const warnings: string[] = []
  const payments = createPayments({ gateways: [KEYS] }, (message) => warnings.push(message))
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
  expect(warnings).toHaveLength(5)
  expect(warnings[0]).toContain(`${reference} is at other`)
  expect(await gateway.requests()).toEqual([])
  expect(await payments.authorize(request)).toMatchObject({ outcome: 'done', transaction: { provider: 'braintree' } })
})

test('what is due of a payment at an unknown gateway waits, and is done once its row names the right one', async () => {
  expect((await shop.place(await shop.buildBody())).statusCode).toBe(200)
  const { database } = shop.store
  const payment = await database.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  const { provider, reference } = payment
  expect(provider).toBe('braintree')
  const asked = { provider, reference, kind: 'capture', amount_cents: 15_800, state: 'due' } as const
  await inTransaction(database, (trx) => insertOperation(trx, { ...asked, now: shop.clock() }))
  const name = async (provider: string) => {
    for (const table of ['payments', 'payment_operations'] as const)
      await database.updateTable(table).set({ provider }).execute()
  }
  await name('other')
  await settleDueOperations(shop.worker)
  const capture = () =>
    database.selectFrom('payment_operations').select(['state', 'last_error']).where('kind', '=', 'capture').execute()
  expect(await capture()).toEqual([{ state: 'due', last_error: 'provider' }])
  await name('braintree')
  shop.passTime(60_000)
  await settleDueOperations(shop.worker)
  expect(await capture()).toEqual([{ state: 'done', last_error: null }])
})
