import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { postWaiting } from '../books/post-worker.ts'
import { recount } from '../books/recount.ts'
import { findPayment, insertOperation, lockPayment } from '../payments/ledger/payments.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { placeOrder } from '../testing/orders/orders.ts'
import { buildCredit, buildSale } from '../testing/payments/build-transaction.ts'
import { BOTH_ENGINES } from '../testing/servers/engines.ts'
import { eachTestStore } from '../testing/test-hooks.ts'
import { attachPayment } from './tasks/solve-unmatched.ts'
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

test('a charge without an order is stored with its own reference, since version 1.1.0 reads no null', async () => {
  await store()
  const { database } = opened.store
  expect(await sql`select order_id from payments`.execute(database)).toMatchObject({ rows: [{ order_id: REFERENCE }] })
  expect(await findPayment(database, REFERENCE)).toMatchObject({ order_id: null })
})

describe.each(BOTH_ENGINES)('a payment without an order on %s', (engine) => {
  const kept = eachTestStore(engine)

  test.each([
    ['as version 1.1.0 writes it', REFERENCE],
    ['as the next version writes it', null],
  ])('is read %s, and gets an order', async (_, order_id) => {
    const { database } = kept.store
    await placeOrder(database, { order_id: '100001', payment: 'unpaid' })
    await sql`insert into payments (reference, order_id, gateway_id, state, authorized_cents, captured_cents,
        refunded_cents, card_brand, card_last_four, created_at)
      values (${REFERENCE}, ${order_id}, 'g1', 'settled', 15800, 15800, 0, 'Visa', '1111',
        '2026-11-28T12:00:00.000Z')`.execute(database)
    await sql`insert into payment_movements (movement_id, reference, kind, amount_cents, day, settled)
      values ('g1', ${REFERENCE}, 'charge', 15800, '2026-11-28', 1)`.execute(database)
    await sql`insert into orders_to_post (order_id) values (${REFERENCE})`.execute(database)

    expect(await findPayment(database, REFERENCE)).toMatchObject({ order_id: null })
    expect(await inTransaction(database, (trx) => lockPayment(trx, REFERENCE))).toMatchObject({ order_id: null })
    expect(await listUnmatched(database, 9)).toMatchObject([{ reference: REFERENCE, order_id: null }])

    const charged = () =>
      database
        .selectFrom('order_transactions')
        .select(['order_id', 'payment', 'charged_cents'])
        .where('charged_cents', '<>', 0)
        .orderBy('transaction_id')
        .execute()
    const own = { order_id: null, payment: REFERENCE, charged_cents: 15_800 }
    expect([await postWaiting(database), await recount(database)]).toEqual([1, 0])
    expect(await charged()).toEqual([own])

    const owner = { database, clock: () => new Date(), actor: 'owner@shop.example' }
    await attachPayment(owner, REFERENCE, '100001')
    expect(await findPayment(database, REFERENCE)).toMatchObject({ order_id: '100001' })
    expect(await listUnmatched(database, 9)).toEqual([])
    expect(await charged()).toEqual([{ ...own, order_id: '100001' }, own, { ...own, charged_cents: -15_800 }])
    expect(await recount(database)).toBe(0)
  })
})
