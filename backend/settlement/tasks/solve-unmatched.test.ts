import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '@shop/contract/durations'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { type OpenShop, openPlacingShop } from '../../../tests/gateway/shops/open-placing-shop.ts'
import { type Gateway, startGateway } from '../../../tests/gateway/start-gateway.ts'
import { listAudit } from '../../admin/audit/audit.repository.ts'
import { clearDrafts } from '../../checkout/placements.repository.ts'
import { takeOrder } from '../../orders/taken/take-order.ts'
import { insertOperation } from '../../payments/ledger/payments.repository.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { placeOrder } from '../../testing/orders/orders.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { untilWaiting } from '../../testing/servers/until-waiting.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { settleDueOperations } from '../payment-worker.ts'
import { reconcile } from '../reconcile.ts'
import { listFailed } from './payment-tasks.repository.ts'
import { attachPayment, rebuildOrder, refundUnmatched } from './solve-unmatched.ts'
import { requireUnmatched } from './unmatched.ts'

describe.each(BOTH_ENGINES)('money that was charged without an order on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  let gateway: Gateway
  let shop: OpenShop
  // One for each test: it compares everything that the gateway made.
  beforeEach(async () => {
    gateway = await startGateway()
    shop = await openPlacingShop(engine, gateway)
    await shop.store.database.updateTable('products').set({ stock_quantity: 5 }).execute()
  })
  afterEach(async () => {
    await shop.close()
    await gateway.stop()
  })

  const owner = () => ({ database: shop.store.database, clock: shop.clock, actor: 'owner@shop.example' })
  const compare = () => reconcile(shop.worker, new Date(shop.clock().getTime() - HOUR_MS))
  const rows = (table: 'orders' | 'payments' | 'placements' | 'payment_operations' | 'outbox') =>
    shop.store.database.selectFrom(table).selectAll().execute()
  const stockOf = async (id: string) =>
    (
      await shop.store.database
        .selectFrom('products')
        .selectAll()
        .where('product_id', '=', id)
        .executeTakeFirstOrThrow()
    ).stock_quantity
  const messageOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    )

  /** A placement whose answer was lost and that was given up, and that the gateway charged nevertheless. */
  async function charge({ settled = true } = {}): Promise<string> {
    await gateway.fail({ match: 'POST .*/transactions', answer: 'cut' })
    await gateway.fail({ match: 'advanced_search', answer: { status: 503 }, times: 1 })
    expect((await shop.place(await shop.buildBody())).statusCode).toBe(202)
    const [sale] = await gateway.transactions()
    const reference = sale?.orderId ?? ''
    const transactionId = sale?.id ?? ''
    await shop.worker.payments.capture({
      provider: 'braintree',
      operationId: randomUUID(),
      reference,
      transactionId,
      cents: 15_800,
    })
    if (settled) await gateway.settle({ id: transactionId })
    const { database } = shop.store
    await database.updateTable('placements').set({ state: 'abandoned', client: null }).execute()
    await database.updateTable('payment_operations').set({ state: 'done' }).execute()
    await database.updateTable('products').set({ stock_quantity: 5 }).execute()
    await gateway.clear()
    await compare()
    return reference
  }
  async function forgetPlacement(): Promise<void> {
    await shop.store.database.deleteFrom('placements').execute()
  }

  test('is stored once, however many comparisons find it, and told until somebody has decided', async () => {
    const reference = await charge()
    const { alerts } = await compare()
    await Promise.all(Array.from({ length: 3 }, compare))
    expect(alerts).toEqual([expect.stringContaining(`$158.00 was charged as ${reference}, but there is no such order`)])
    expect(await rows('payments')).toMatchObject([
      { reference, order_id: reference, state: 'settled', captured_cents: 15_800, card_last_four: '1111' },
    ])
    await refundUnmatched(owner(), reference)
    expect((await compare()).alerts).toEqual([])
  })

  test('becomes the order that it paid for: its goods leave the stock, and the shopper gets the confirmation', async () => {
    const reference = await charge()
    const orderId = await rebuildOrder(owner(), reference)
    const [order] = await rows('orders')
    expect(orderId).toBe(order?.order_id)
    expect(reference).toContain(order?.order_id ?? '?')
    expect(await rows('payments')).toMatchObject([{ reference, order_id: order?.order_id, state: 'settled' }])
    expect(await rows('placements')).toMatchObject([{ state: 'placed' }])
    expect(await stockOf('101')).toBe(3)
    expect(await rows('outbox')).toContainEqual(
      expect.objectContaining({
        ...{ kind: 'order-confirmation', recipient: 'ada@mail.example', order_id: order?.order_id },
        text: expect.stringContaining('Ships by: '),
      }),
    )
    expect(await listAudit(shop.store.database, {}, 1)).toMatchObject([
      { actor: 'owner@shop.example', action: 'payment.rebuilt', subject: { kind: 'payment', id: reference } },
    ])
    expect(await compare()).toMatchObject({ placed: 0, voided: 0, alerts: [] })
  })

  test('becomes an order that ships so many business days after the shopper is told of it', async () => {
    const reference = await charge()
    const bought = shop.clock()
    shop.passTime(10 * 24 * HOUR_MS)
    await rebuildOrder(owner(), reference)
    const [order] = await rows('orders')
    expect(order?.order_date).toBe(localDay(bought))
    expect(order?.ship_by).not.toBeNull()
    expect((order?.ship_by ?? '') >= localDay(shop.clock())).toBe(true)
  })

  test('becomes an order of today where the clock of the node that placed it was ahead', async () => {
    const reference = await charge()
    const created_at = new Date(shop.clock().getTime() + 72 * HOUR_MS).toISOString()
    await shop.store.database.updateTable('placements').set({ created_at }).execute()
    await rebuildOrder(owner(), reference)
    expect(await rows('orders')).toMatchObject([{ order_date: localDay(shop.clock()) }])
  })

  test('becomes no order where another one has its number', async () => {
    const reference = await charge()
    const [order_id = ''] = reference.split('-')
    await placeOrder(shop.store.database, { order_id })
    const said = await messageOf(rebuildOrder(owner(), reference))
    expect(said).toContain(`There is another order with the number ${order_id}.`)
    expect(await rows('orders')).toHaveLength(1)
  })

  onBoth('becomes the order of a guest where the account that placed it was closed', async () => {
    const reference = await charge()
    await shop.store.database.updateTable('placements').set({ customer_id: 'closed' }).execute()
    await rebuildOrder(owner(), reference)
    expect(await rows('orders')).toMatchObject([{ customer_id: null }])
  })

  test.each([
    ['settled', true, 'refund'],
    ['not settled', false, 'void'],
  ] as const)('is refunded once where it has %s', async (_what, settled, kind) => {
    const reference = await charge({ settled })
    expect(await refundUnmatched(owner(), reference)).toBe(kind)
    expect(await messageOf(refundUnmatched(owner(), reference))).toContain('is already being refunded')
    expect(await messageOf(rebuildOrder(owner(), reference))).toContain('is already being refunded')
    await settleDueOperations(shop.worker)
    const [payment] = await rows('payments')
    expect(payment).toMatchObject(settled ? { refunded_cents: 15_800 } : { state: 'voided' })
    expect(await messageOf(refundUnmatched(owner(), reference))).toContain('is already refunded')
    expect(await messageOf(rebuildOrder(owner(), reference))).toContain('is already refunded')
    const asked = (await rows('payment_operations')).filter((row) => 'kind' in row && row.kind !== 'authorize')
    expect(asked).toMatchObject([{ kind, state: 'done', amount_cents: 15_800 }])
  })

  test('that settles before it is released is refunded instead', async () => {
    const reference = await charge({ settled: false })
    expect(await refundUnmatched(owner(), reference)).toBe('void')
    await gateway.settle()
    await settleDueOperations(shop.worker)
    expect(await rows('payments')).toMatchObject([{ state: 'settled', refunded_cents: 15_800 }])
    expect(await listFailed(shop.store.database, 9)).toEqual([])
  })

  test('and is disputed is a dispute without an order', async () => {
    await charge()
    const { database } = shop.store
    await database.deleteFrom('payments').execute()
    const [sale] = await gateway.transactions()
    const dispute = { id: 'd1', status: 'open', cents: 15_800, replyBy: '2026-12-10' }
    await gateway.dispute({ transactionId: sale?.id ?? '', ...dispute })
    await compare()
    const reference = sale?.orderId
    expect(await database.selectFrom('disputes').selectAll().execute()).toMatchObject([
      { reference, order_id: reference },
    ])
  })

  onBoth('is decided about by the first: another one waits, and is told', async () => {
    const reference = await charge()
    const { store } = shop
    const [said] = await inTransaction(store.database, async (trx) => {
      const { payment } = await requireUnmatched(trx, reference)
      const other = messageOf(refundUnmatched(owner(), reference))
      await untilWaiting(store, other)
      const refund = { reference, kind: 'refund', amount_cents: payment.captured_cents, state: 'due' } as const
      await insertOperation(trx, { provider: 'braintree', ...refund, now: shop.clock() })
      // In a list, since a promise would be waited for within the transaction.
      return [other]
    })
    expect(await said).toContain('is already being refunded')
  })

  onBoth('is decided about by one of several who press at the same time', async () => {
    const reference = await charge()
    const said = await Promise.all([
      messageOf(refundUnmatched(owner(), reference)),
      messageOf(rebuildOrder(owner(), reference)),
      messageOf(refundUnmatched(owner(), reference)),
      messageOf(rebuildOrder(owner(), reference)),
    ])
    expect(said.filter((message) => message === 'done')).toHaveLength(1)
    const refunds = (await rows('payment_operations')).filter((row) => 'kind' in row && row.kind === 'refund')
    expect((await rows('orders')).length + refunds.length).toBe(1)
  })

  test('belongs to an order that was taken by hand, once the family says so', async () => {
    const reference = await charge()
    await forgetPlacement()
    expect(await messageOf(rebuildOrder(owner(), reference))).toMatch(
      /doesn’t know what was ordered.*Enter the order by hand/,
    )
    const { orderId } = await takeOrder(owner(), {
      channel: 'phone',
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@mail.example',
      phone: '',
      address: null,
      state: null,
      items: [{ product_id: '101', quantity: 2, price_cents: 7900 }],
      delivery_cents: 0,
      tax_cents: 0,
      delivery_type_id: null,
      discount_code: null,
      handed_over: false,
      payment: 'unpaid',
      note: '',
    })
    await attachPayment(owner(), reference, orderId)
    expect(await rows('payments')).toMatchObject([{ reference, order_id: orderId }])
    expect(await rows('orders')).toMatchObject([{ order_id: orderId, payment: 'card' }])
    expect(await messageOf(attachPayment(owner(), reference, orderId))).toContain(
      `belongs to order # ${orderId} already`,
    )
    expect((await compare()).alerts).toEqual([])
  })

  test.each([
    ['whose draft was deleted', 'after 30 days'],
    ['over another amount', 'but the order came to $1.00'],
    ['whose goods have sold out since', 'are in stock. Raise its stock first'],
    ['that is still being checked', 'still being checked'],
  ])('%s is not rebuilt, and the reason is said', async (what, reason) => {
    const reference = await charge()
    const { database } = shop.store
    if (what.includes('draft')) await database.updateTable('placements').set({ finished_at: '2026-01-01' }).execute()
    if (what.includes('draft')) await clearDrafts(database, '2026-02-01')
    if (what.includes('amount')) await database.updateTable('placements').set({ total_cents: 100 }).execute()
    if (what.includes('sold')) await database.updateTable('products').set({ stock_quantity: 1 }).execute()
    if (what.includes('checked')) await database.updateTable('placements').set({ state: 'checking' }).execute()
    expect(await messageOf(rebuildOrder(owner(), reference))).toContain(reason)
    expect(await rows('orders')).toEqual([])
    expect(await rows('payments')).toMatchObject([{ order_id: reference }])
  })

  test('an unknown reference, or that of a payment with an order, is said to be one', async () => {
    const unknown = '1-abcdef'
    for (const decide of [
      () => rebuildOrder(owner(), unknown),
      () => refundUnmatched(owner(), unknown),
      () => attachPayment(owner(), unknown, '200001'),
    ]) {
      expect(await messageOf(decide())).toBe('There is no payment 1-abcdef.')
    }
    expect((await shop.place(await shop.buildBody())).statusCode).toBe(200)
    const [payment] = await rows('payments')
    const reference = payment !== undefined && 'reference' in payment ? payment.reference : ''
    expect(await messageOf(refundUnmatched(owner(), reference))).toMatch(/belongs to order # \d+ already/)
  })

  test('is not attached to an order that does not exist or has a payment', async () => {
    const reference = await charge()
    expect(await messageOf(attachPayment(owner(), reference, '999'))).toBe('There is no order 999.')
    const placed = (await shop.place(await shop.buildBody())).json().order.orderId
    expect(await messageOf(attachPayment(owner(), reference, placed))).toContain('has a card payment already')
  })

  test('a charge in the control panel under another name is left alone', async () => {
    const reference = await charge()
    await shop.store.database.deleteFrom('payments').execute()
    const found = await shop.worker.payments.find({ provider: 'braintree', reference })
    const renamed =
      found.outcome === 'done' ? found.transactions.map((sale) => ({ ...sale, reference: 'phone 7' })) : []
    const payments = {
      ...shop.worker.payments,
      listSince: async () => ({ outcome: 'done', transactions: renamed }) as const,
    }
    expect(await reconcile({ ...shop.worker, payments }, new Date(0))).toMatchObject({ compared: 0, alerts: [] })
  })
})
