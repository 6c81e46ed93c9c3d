import { randomUUID } from 'node:crypto'
import { adminSession } from '@shop/contract/access/session'
import { DAY_MS, MINUTE_MS } from '@shop/contract/durations'
import { requestPath } from '@shop/contract/http/call'
import { adminPaymentTasks } from '@shop/contract/payments/tasks'
import { adminToday } from '@shop/contract/today/admin'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { insertPlacement } from '../../checkout/placements.repository.ts'
import { buildOrder } from '../../orders/build-order.ts'
import { insertOrders } from '../../orders/orders.repository.ts'
import { insertOperation, insertPayment, type Payment } from '../../payments/ledger/payments.repository.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'
import { testsOn } from '../../testing/tests-on.ts'

const WHO = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@mail.example' }

describe.each(BOTH_ENGINES)("Today's tasks of card payments on %s", (engine) => {
  const { test, onBoth } = testsOn(engine)
  let shop: TestShop
  let owner: AdminVisitor
  beforeEach(async () => {
    shop = await openTestShop(engine)
    owner = await signInAs(shop, 'owner')
  })
  afterEach(() => shop.close())

  const ago = (ms: number) => new Date(shop.clock().getTime() - ms).toISOString()
  const today = async (by = owner) => (await by.call(adminToday.getToday)).json().payments
  const tasks = async () => (await owner.call(adminPaymentTasks.getPaymentTasks)).json()

  /** An order with its payment, as of so many milliseconds ago. */
  async function pay(orderId: string, age: number, payment: Partial<Payment> = {}): Promise<string> {
    const reference = `${orderId}-abcdef`
    const created_at = ago(age)
    await inTransaction(shop.store.database, async (trx) => {
      await insertOrders(trx, [
        buildOrder({ ...WHO, order_id: orderId, order_date: created_at.slice(0, 10), items: [] }),
      ])
      await insertPayment(trx, {
        provider: 'braintree',
        reference,
        order_id: orderId,
        gateway_id: `g${orderId}`,
        state: 'authorized',
        authorized_cents: 7900,
        captured_cents: 0,
        refunded_cents: 0,
        card_brand: 'Visa',
        card_last_four: '1111',
        created_at,
        expires_at: null,
        ...payment,
      })
    })
    return reference
  }
  async function fail(reference: string, kind: 'capture' | 'void' | 'refund', age = MINUTE_MS): Promise<string> {
    const now = new Date(ago(age))
    return inTransaction(shop.store.database, async (trx) => {
      const id = await insertOperation(trx, {
        provider: 'braintree',
        reference,
        kind,
        amount_cents: 7900,
        state: 'rejected',
        now,
      })
      const values = { finished_at: now.toISOString(), last_error: 'expired' }
      await trx.updateTable('payment_operations').set(values).where('operation_id', '=', id).execute()
      return id
    })
  }
  const retry = (reference: string, kind: 'capture' | 'refund', state: 'due' | 'done' | 'withdrawn') =>
    inTransaction(shop.store.database, (trx) =>
      insertOperation(trx, { provider: 'braintree', reference, kind, amount_cents: 7900, state, now: shop.clock() }),
    )
  async function check(age: number): Promise<void> {
    const order_id = String(200_000 + age / 1000)
    await inTransaction(shop.store.database, (trx) =>
      insertPlacement(trx, {
        placement_key: randomUUID(),
        body_hash: '',
        state: 'checking',
        order_id,
        reference: `${order_id}-abcdef`,
        customer_id: null,
        paid_order_id: null,
        discount_code: null,
        client: null,
        units: 1,
        total_cents: 7900,
        draft: null,
        version: 0,
        created_at: ago(age),
        finished_at: null,
      }),
    )
  }
  const dispute = (id: string, state: string, reply_by: string | null) =>
    shop.store.database
      .insertInto('disputes')
      .values({
        ...{ dispute_id: id, reference: '1-abcdef', order_id: '1', amount_cents: 7900, state, reply_by },
        ...{ opened_at: ago(MINUTE_MS), kind: 'chargeback', reason: 'fraud' },
      })
      .execute()

  test('are none in a shop without payments, nor is there anything under Payments', async () => {
    expect(await today()).toBeNull()
    expect((await owner.call(adminSession.getSession)).json()).toMatchObject({ has_payments: false })
    await pay('200001', MINUTE_MS)
    expect(await today()).toBeNull()
    expect((await owner.call(adminSession.getSession)).json()).toMatchObject({ has_payments: true })
  })

  test('name what is reserved from the fifth day, and what soon cannot be charged from the seventh', async () => {
    await pay('200001', 4 * DAY_MS)
    const soon = await pay('200002', 5 * DAY_MS + MINUTE_MS)
    const urgent = await pay('200003', 7 * DAY_MS + MINUTE_MS)
    const expired = await pay('200004', 6 * DAY_MS, { state: 'expired' })
    await pay('200005', 8 * DAY_MS, { state: 'settled', captured_cents: 7900 })
    expect(await today()).toMatchObject({ held: { soon: 1, now: 2 } })
    expect((await tasks()).held.map(({ reference }: Payment) => reference)).toEqual([urgent, expired, soon])
    await shop.store.database.updateTable('orders').set({ order_status: 'cancelled' }).execute()
    expect(await today()).toBeNull()
  })

  test('name payments that have been checked for more than ten minutes', async () => {
    await check(9 * MINUTE_MS)
    expect(await today()).toBeNull()
    await check(11 * MINUTE_MS)
    expect(await today()).toMatchObject({ checking: 1 })
    expect((await tasks()).checking).toMatchObject([{ order_id: '200660', total_cents: 7900 }])
  })

  test('name what the gateway refused, until a later request does it or the payment is where it should be', async () => {
    const captured = await pay('200001', DAY_MS)
    await fail(captured, 'capture')
    const refunded = await pay('200002', DAY_MS, { state: 'settled', captured_cents: 7900 })
    await fail(refunded, 'refund')
    const voided = await pay('200003', DAY_MS)
    await fail(voided, 'void')
    await fail('200004-abcdef', 'void')
    expect(await today()).toMatchObject({ failed: 4 })
    expect((await tasks()).failed).toContainEqual(
      expect.objectContaining({ reference: '200004-abcdef', order_id: null }),
    )
    await retry(captured, 'capture', 'withdrawn')
    expect(await today()).toMatchObject({ failed: 4 })
    await retry(captured, 'capture', 'due')
    expect(await today()).toMatchObject({ failed: 3 })
    const { database } = shop.store
    await database.updateTable('payments').set({ refunded_cents: 7900 }).where('reference', '=', refunded).execute()
    await database.updateTable('payments').set({ state: 'voided' }).where('reference', '=', voided).execute()
    expect(await today()).toMatchObject({ failed: 1 })
  })

  onBoth('name the order of a failed charge whose payment was taken off it', async () => {
    const reference = await pay('200001', DAY_MS, { state: 'failed' })
    await check(DAY_MS)
    const { database } = shop.store
    await database.updateTable('placements').set({ reference, paid_order_id: '200001', state: 'placed' }).execute()
    await fail(reference, 'capture')
    expect((await tasks()).failed).toMatchObject([{ order_id: '200001', asked_order_id: null }])
    await database.updateTable('payments').set({ order_id: reference }).execute()
    expect((await tasks()).failed).toMatchObject([{ reference, order_id: null, asked_order_id: '200001' }])
  })

  onBoth('no longer name what an owner has dealt with, once', async () => {
    const id = await fail(await pay('200001', DAY_MS), 'capture')
    const { path } = adminPaymentTasks.dismissOperation
    const dismissal = { method: 'POST', path: requestPath(path, { operation_id: id }, {}) } as const
    const answers = await Promise.all([owner.call(dismissal), owner.call(dismissal)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(await today()).toBeNull()
  })

  onBoth('name disputes with the next day of an answer, and that many cards are declined', async () => {
    await dispute('d1', 'open', '2026-12-10')
    await dispute('d2', 'open', '2026-12-04')
    await dispute('d3', 'open', null)
    await dispute('d4', 'won', '2026-12-01')
    const closed_until = ago(-20 * MINUTE_MS)
    await shop.store.database.updateTable('placing_brake').set({ closed_until }).execute()
    expect(await today()).toMatchObject({ disputes: { open: 3, reply_by: '2026-12-04' }, alarm_until: closed_until })
  })

  test('name money without an order', async () => {
    await pay('200001', DAY_MS, { state: 'settled', captured_cents: 7900, order_id: '200001-abcdef' })
    expect(await today()).toMatchObject({ unmatched: 1 })
    expect((await tasks()).unmatched).toEqual([
      {
        provider: 'braintree',
        reference: '200001-abcdef',
        left_cents: 7900,
        card: { brand: 'Visa', last_four: '1111' },
        created_at: expect.anything(),
        no_rebuild: 'The shop doesn’t know what was ordered. This happens after a backup is restored.',
      },
    ])
  })

  test('are for owners: a helper sees none and decides nothing', async () => {
    await pay('200001', DAY_MS, { state: 'settled', captured_cents: 7900, order_id: '200001-abcdef' })
    const helper = await signInAs(shop, 'helper')
    expect(await today(helper)).toBeNull()
    expect((await helper.call(adminSession.getSession)).json()).toMatchObject({ has_payments: false })
    for (const { method, path } of Object.values(adminPaymentTasks)) {
      const response = await helper.call(
        { method, path: path.replace(':reference', '200001-abcdef') },
        { order_id: '1' },
      )
      expect(response.statusCode, path).toBe(403)
    }
    expect(await shop.store.database.selectFrom('payment_operations').selectAll().execute()).toEqual([])
  })
})
