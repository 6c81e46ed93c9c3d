import { expect, test } from 'vitest'
import { inTransaction, type Trx } from '../../platform/database/database.ts'
import { eachTestStore } from '../../testing/test-hooks.ts'
import {
  canWithdraw,
  findCardState,
  insertOperation,
  insertPayment,
  insertVoid,
  listOperations,
  type Payment,
  withdrawOperations,
} from './payments.repository.ts'

const NOW = new Date('2026-11-28T12:00:00.000Z')
const REFERENCE = '100001-abcdef'
const opened = eachTestStore('sqlite')
const inTrx = <Result>(work: (trx: Trx) => Promise<Result>) => inTransaction(opened.store.database, work)
const setOperations = (values: { state?: 'rejected' | 'withdrawn'; attempts?: number }) =>
  opened.store.database.updateTable('payment_operations').set(values).execute()

test('a void is asked for once, and again where the one before failed', async () => {
  const askToVoid = () =>
    inTrx((trx) => insertVoid(trx, { provider: 'braintree', authorizedCents: 7900 }, REFERENCE, NOW))
  expect([await askToVoid(), await askToVoid()]).toEqual([true, false])
  for (const state of ['rejected', 'withdrawn'] as const) {
    await setOperations({ state })
    expect([await askToVoid(), await askToVoid()], state).toEqual([true, false])
  }
})

test('a request that a worker has begun is not withdrawn', async () => {
  const ask = () =>
    inTrx((trx) =>
      insertOperation(trx, {
        provider: 'braintree',
        reference: REFERENCE,
        kind: 'refund',
        amount_cents: 1,
        state: 'due',
        now: NOW,
      }),
    )
  const begun = await ask()
  await setOperations({ attempts: 1 })
  const waiting = await ask()
  const operations = await listOperations(opened.store.database, REFERENCE)
  expect(operations.filter(canWithdraw).map(({ operation_id }) => operation_id)).toEqual([waiting])
  expect(await inTrx((trx) => withdrawOperations(trx, [begun, waiting], NOW))).toBe(1)
})

test('an order is paid by card while its payment reserves or charges something', async () => {
  const { database } = opened.store
  const payment: Payment = {
    provider: 'braintree',
    ...{ reference: REFERENCE, order_id: '100001', gateway_id: 'g1', card_brand: null, card_last_four: null },
    ...{ state: 'authorized', authorized_cents: 7900, captured_cents: 0, refunded_cents: 0 },
    ...{ created_at: NOW.toISOString(), expires_at: null },
  }
  expect(await findCardState(database, '100001')).toBeNull()
  await inTrx((trx) => insertPayment(trx, payment))
  const states = []
  for (const state of ['authorized', 'submitted', 'settled', 'voided', 'expired', 'failed'] as const) {
    await database.updateTable('payments').set({ state }).execute()
    states.push(await findCardState(database, '100001'))
  }
  expect(states).toEqual(['paid', 'paid', 'paid', 'ended', 'ended', 'ended'])
})
