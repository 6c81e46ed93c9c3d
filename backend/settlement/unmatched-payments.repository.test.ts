import { expect, test } from 'vitest'
import { insertOperation } from '../payments/ledger/payments.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { buildCredit, buildSale } from '../testing/payments/build-transaction.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { listUnmatched, storeUnmatched } from './unmatched-payments.repository.ts'

const REFERENCE = '100001-abcdef'
const opened = eachTestStore('sqlite')
const SETTLED = buildSale({ state: 'settled' })

async function store(sale = SETTLED, ...others: ReturnType<typeof buildSale>[]) {
  await storeUnmatched(opened.store.database, { reference: REFERENCE, sale, transactions: [sale, ...others] })
  return (await listUnmatched(opened.store.database, 9)).map(({ captured_cents, refunded_cents }) => [
    captured_cents,
    refunded_cents,
  ])
}

test('what is only reserved, or in another currency, is not stored as money without an order', async () => {
  expect(await store(buildSale())).toEqual([])
  expect(await store(buildSale({ state: 'settled', currency: 'CAD' }))).toEqual([])
})

test('a charge is stored once with what was refunded of it, and listed until all of it is refunded', async () => {
  expect(await store(SETTLED, buildCredit())).toEqual([[15_800, 100]])
  expect(await store()).toEqual([[15_800, 100]])
  await opened.store.database.updateTable('payments').set({ refunded_cents: 15_800 }).execute()
  expect(await store()).toEqual([])
})

test('a charge that is about to be refunded is not listed, and is again where that failed', async () => {
  const { database } = opened.store
  await store()
  const asked = { provider: 'braintree', reference: REFERENCE, kind: 'refund', amount_cents: 15_800 } as const
  await inTransaction(database, (trx) => insertOperation(trx, { ...asked, state: 'due', now: new Date() }))
  expect(await store()).toEqual([])
  await database.updateTable('payment_operations').set({ state: 'rejected' }).execute()
  expect(await store()).toHaveLength(1)
})
