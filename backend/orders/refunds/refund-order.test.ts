import { SHIPMENT_WAYS, type ShipmentWay } from '@shop/contract/orders/admin-values'
import { dueForItems } from '@shop/contract/orders/refund-proposal'
import { beforeAll, describe, expect, test } from 'vitest'
import { listRefunds } from '../../books/ledger/refunds.repository.ts'
import { changedOrderOf, ORDER } from '../../testing/orders/changed-order.ts'
import { callsOfOrders } from '../../testing/orders/order-calls.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { cancelByShop } from '../cancellation/cancel-by-shop.ts'
import { shipOrder, shipUntracked } from '../fulfilment/ship-order.ts'
import { readOrderState } from '../order-change.ts'
import { refundableFor } from '../order-due.ts'
import { findOrder } from '../orders.repository.ts'
import { recordPayment } from '../page/order-details.ts'
import { refundOrder } from './refund-order.ts'

const shop = sharedTestShop('sqlite')
beforeAll(() => shop.stopTime())
const { place } = callsOfOrders(() => shop)
const [GOODS, TAX, DELIVERY] = [2 * 7900 + 12_400, 2327, 599]

let last = 700_000
/** An order of two lines, of 28,200 cents and what was paid for delivery and tax. */
const buy = async (overrides: Parameters<typeof place>[0] = {}) => {
  const { order_id } = await place({ order_id: String(++last), ...overrides })
  return { order_id, bags: `${order_id}-1`, hybrid: `${order_id}-2` }
}
const context = () => ({ database: shop.store.database, clock: shop.clock, actor: 'ada@shop.example' })
const stateOf = async (orderId: string) => {
  const order = await findOrder(shop.store.database, orderId)
  if (order === null) throw new Error('the order is gone')
  return readOrderState(shop.store.database, order)
}
const leave = (orderId: string, way: ShipmentWay) =>
  way === 'tracked'
    ? shipOrder(context(), { order_id: orderId, tracking_number: '1Z', version: null })
    : shipUntracked(context(), { order_id: orderId, way, version: null })
const refund = async (orderId: string, amountCents: number, itemIds: readonly string[] = [], note = '') => {
  const seen = (await stateOf(orderId)).order.version
  return refundOrder(context(), {
    order_id: orderId,
    amount_cents: amountCents,
    item_ids: itemIds,
    note,
    despite_dispute: false,
    version: seen,
  })
}
/** Pays back what the admin proposes for the items; returns what that is. */
const refundAsProposed = async (orderId: string, itemIds: readonly string[]) => {
  const { order, returns } = await stateOf(orderId)
  const refundable = { ...order, returns, goods_cents: order.total_cents, delivery_taxed: false }
  const { total } = dueForItems(refundable, itemIds)
  await refund(orderId, total, itemIds)
  return total
}

test('an item that was cancelled before the order was paid is not refunded', async () => {
  const { order_id: orderId, hybrid } = await buy({ channel: 'phone', payment: 'unpaid' })
  await cancelByShop(context(), { order_id: orderId, item_ids: [hybrid], reason: 'Torn', version: null })
  await recordPayment(context(), { order_id: orderId, payment: 'cash', version: null })
  await expect(refund(orderId, 1000, [hybrid])).rejects.toThrow('was cancelled before it was paid for.')
  expect((await stateOf(orderId)).refunds).toEqual([])
})

describe.each(SHIPMENT_WAYS)('of an order that left %s', (way) => {
  test('one item is refunded without the delivery', async () => {
    const { order_id, hybrid } = await buy()
    await leave(order_id, way)
    expect(await refundAsProposed(order_id, [hybrid])).toBe(12_400 + 1023)
  })

  test('all items are refunded without the delivery', async () => {
    const { order_id, bags, hybrid } = await buy()
    await leave(order_id, way)
    expect(await refundAsProposed(order_id, [bags, hybrid])).toBe(GOODS + TAX)
    expect(refundableFor(await stateOf(order_id))).toBe(DELIVERY)
  })

  test('the last item is refunded without the delivery, also where the first was before it left', async () => {
    const { order_id, bags, hybrid } = await buy()
    const first = await refundAsProposed(order_id, [bags])
    await leave(order_id, way)
    expect(first + (await refundAsProposed(order_id, [hybrid]))).toBe(GOODS + TAX)
  })
})

test('an order that has not left is refunded with its delivery, and nothing is left', async () => {
  const { order_id, bags, hybrid } = await buy()
  expect((await refundAsProposed(order_id, [bags])) + (await refundAsProposed(order_id, [hybrid]))).toBe(
    GOODS + TAX + DELIVERY,
  )
  expect(refundableFor(await stateOf(order_id))).toBe(0)
  expect((await stateOf(order_id)).order.order_status).toBe('refunded')
  await expect(refund(order_id, 1)).rejects.toThrow(
    `Everything that was paid for order ${order_id} is already refunded`,
  )
})

test('never more is refunded than is left, nor nothing, nor for an item that was refunded or is not on the order', async () => {
  const { order_id, bags, hybrid } = await buy()
  await refund(order_id, 10_000, [bags])
  const before = await stateOf(order_id)
  await expect(refund(order_id, GOODS + TAX + DELIVERY - 10_000 + 1)).rejects.toThrow('At most $211.26')
  await expect(refund(order_id, 0, [hybrid])).rejects.toThrow('Please enter an amount such as 12.50')
  await expect(refund(order_id, -100, [hybrid])).rejects.toThrow('Please enter an amount such as 12.50')
  await expect(refund(order_id, 100, [bags])).rejects.toThrow('already refunded')
  await expect(refund(order_id, 100, ['999999-1'])).rejects.toThrow('has no item 999999-1')
  expect(await stateOf(order_id)).toEqual(before)
})

test('an amount without items marks none, until everything is refunded', async () => {
  const { order_id } = await buy()
  const marked = async () => (await stateOf(order_id)).order.items.map(({ refund_status }) => refund_status)
  await refund(order_id, 10_000)
  expect(await marked()).toEqual([null, null])
  await refund(order_id, GOODS + TAX + DELIVERY - 10_000)
  expect(await marked()).toEqual(['refunded', 'refunded'])
})

test('nothing is refunded of an order that is not paid', async () => {
  const { order_id } = await buy({ channel: 'phone', payment: 'unpaid' })
  await expect(refund(order_id, 100)).rejects.toThrow(`Order ${order_id} is not paid yet.`)
})

describe.each(ENGINES)('a refund on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const { opened, order, mails, deliverMails, undo, refund } = changedOrderOf(engine)
  const refunds = () => listRefunds(opened.store.database, ORDER)

  test('an order is refunded in parts, together never more than was paid', async () => {
    const { total_cents, delivery_cents, tax_cents } = await order()
    const paid = total_cents + delivery_cents + tax_cents
    await refund(1000, [`${ORDER}-1`], 'The strap was torn.')
    await expect(refund(paid - 999)).rejects.toThrow(/^At most \$\d+\.\d\d of order 100001 can be refunded\.$/)
    expect((await order()).items.map(({ refund_status }) => refund_status)).toEqual(['refunded', null])
    await refund(paid - 1000)
    expect(await order()).toMatchObject({
      order_status: 'refunded',
      items: [{ refund_status: 'refunded' }, { refund_status: 'refunded' }],
    })
    await expect(refund(1)).rejects.toThrow('Everything that was paid for order 100001 is already refunded.')
    expect((await refunds()).map(({ refund_id, amount_cents }) => [refund_id, amount_cents])).toEqual([
      ['100001-R1', 1000],
      ['100001-R2', paid - 1000],
    ])
    expect((await mails()).map(({ text }) => text)).toContainEqual(
      expect.stringContaining('We’ve refunded $10.00 for your order # 100001.\n\nThe strap was torn.'),
    )
  })

  onBoth('two refunds at once do not exceed what was paid', async () => {
    const { total_cents, delivery_cents, tax_cents } = await order()
    const paid = total_cents + delivery_cents + tax_cents
    const results = await Promise.allSettled([refund(paid), refund(paid)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await refunds()).toHaveLength(1)
  })

  test('a wrong refund is undone with its items, and the shopper gets an email', async () => {
    const id = await refund(1000, [`${ORDER}-1`, `${ORDER}-2`])
    expect((await order()).order_status).toBe('refunded')
    await deliverMails()
    await undo(id)
    expect(await refunds()).toEqual([])
    expect(await order()).toMatchObject({ order_status: 'processing', items: [{ refund_status: null }, {}] })
    expect((await mails()).at(-1)).toMatchObject({
      kind: 'refund-correction',
      text: expect.stringContaining(
        'we refunded $10.00 for your order # 100001. That was a mistake: there was no refund.',
      ),
    })
  })
})
