import { catalogCalls } from '@shop/contract/catalog/calls'
import { describe, expect } from 'vitest'
import { shop as config } from '../../../shop.config.ts'
import { callsOfOrders } from '../../testing/orders/order-calls.ts'
import { JOSE } from '../../testing/orders/orders.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { findOrder as findStoredOrder } from '../orders.repository.ts'
import { refundOrder } from '../refunds/refund-order.ts'

describe.each(BOTH_ENGINES)('cancelling on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = eachTestShop(engine)

  const { place, findOrder, cancel, signUp } = callsOfOrders(() => shop)
  const stockOf = async (id: string) =>
    (await shop.call(catalogCalls.getProduct, { params: { product_id: id } })).stock_quantity
  const itemsOf = async (id: string) => (await findStoredOrder(shop.store.database, id))?.items ?? []
  const outbox = () => shop.store.database.selectFrom('outbox').selectAll().orderBy('kind').execute()

  onBoth('cancels the chosen items, restores their stock, and does not change totals', async () => {
    await place()
    const before = await stockOf('101')
    const response = await cancel(['100001-1'])
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ success: true })
    const order = await findOrder('100001')
    expect(order?.items).toMatchObject([
      { cancellation_status: 'cancelled', cancellation_reason: 'Changed My Mind', refund_status: null },
      { cancellation_status: null, cancellation_reason: null },
    ])
    expect(order).toMatchObject({ order_status: 'processing', total_cents: 2 * 7900 + 12_400 + 599 + 2327 })
    expect(await stockOf('101')).toBe(before + 2)
  })

  test.each(['shipped', 'delivered'] as const)(
    'goods of an order that is %s without a tracking number, as from a fair, stay sold',
    async (order_status) => {
      await place({ order_status })
      const before = await stockOf('101')
      const response = await cancel(['100001-1'])
      expect([response.statusCode, response.json().message]).toEqual([
        409,
        'Order is already shipped. Please contact seller.',
      ])
      expect(await stockOf('101')).toBe(before)
      expect(await outbox()).toEqual([])
    },
  )

  test.each(['cancelled', 'refunded'] as const)(
    'goods of an order that was imported as %s come back to the stock no second time',
    async (order_status) => {
      await place({ order_status })
      const before = await stockOf('101')
      const response = await cancel(['100001-1'])
      expect([response.statusCode, response.json().message]).toEqual([409, `This order is already ${order_status}.`])
      expect(await stockOf('101')).toBe(before)
      expect(await outbox()).toEqual([])
    },
  )

  test('the order is cancelled once none of its items is open', async () => {
    await place()
    await cancel(['100001-1', '100001-2', '100001-1'])
    expect(await findOrder('100001')).toMatchObject({ order_status: 'cancelled' })
  })

  test('the seller and the shopper get an email', async () => {
    await place()
    await cancel(['100001-1'])
    const [shopMail, shopperMail, ...rest] = await outbox()
    expect(rest).toEqual([])
    expect(shopMail).toMatchObject({
      kind: 'cancellation-shop',
      recipient: config.email,
      reply_to: JOSE.email,
      subject: 'Cancellation of order # 100001',
    })
    expect(shopMail?.text).toContain('> I found one at home.')
    expect(shopperMail).toMatchObject({ kind: 'cancellation-shopper', recipient: JOSE.email })
    expect(shopperMail?.text).toContain('- 2 × Campus Slim Backpack, Blue')
  })

  test('posting the same request twice changes nothing more', async () => {
    await place()
    await cancel(['100001-1'])
    const [stock, items, mails] = [await stockOf('101'), await itemsOf('100001'), await outbox()]
    const response = await cancel(['100001-1'])
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ message: 'Campus Slim Backpack, Blue is already cancelled.' })
    expect([await stockOf('101'), await itemsOf('100001'), await outbox()]).toEqual([stock, items, mails])
  })

  onBoth('one of two concurrent cancellations of an item succeeds, and stock is restored once', async () => {
    await place()
    const before = await stockOf('101')
    const responses = await Promise.all(Array.from({ length: 6 }, () => cancel(['100001-1'])))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await stockOf('101')).toBe(before + 2)
    expect(await outbox()).toHaveLength(2)
  })

  onBoth('concurrent cancellations of different items both succeed', async () => {
    await place()
    const before = [await stockOf('101'), await stockOf('107')]
    const responses = await Promise.all([cancel(['100001-1']), cancel(['100001-2'])])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect([await stockOf('101'), await stockOf('107')]).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1])
    expect(await findOrder('100001')).toMatchObject({ order_status: 'cancelled' })
  })

  const unchanged = async (before: unknown) =>
    expect([await stockOf('101'), await itemsOf('100001'), await outbox()]).toEqual(before)

  test('refuses a shipped order with 409', async () => {
    await place({ tracking_number: '1Z999' })
    const before = [await stockOf('101'), await itemsOf('100001'), []]
    const response = await cancel(['100001-1'])
    expect(response.statusCode).toBe(409)
    expect(response.json()).toEqual({
      success: false,
      error: 'conflict',
      message: 'Order is already shipped. Please contact seller.',
    })
    await unchanged(before)
  })

  onBoth(
    'refuses items that are refunded, unknown, or of another order with 409, together with valid ones',
    async () => {
      await place()
      await place({ order_id: '100002', email: 'other@example.org' })
      const context = { database: shop.store.database, clock: shop.clock, actor: 'command' }
      const refund = {
        order_id: '100001',
        amount_cents: 100,
        item_ids: ['100001-2'],
        note: '',
        despite_dispute: false,
        version: 0,
      }
      await refundOrder(context, refund)
      const before = [await stockOf('101'), await itemsOf('100001'), await outbox()]
      for (const bad of ['100001-2', '100002-1', 'nothing', "1' or '1'='1", 7]) {
        expect((await cancel(['100001-1', bad])).statusCode).toBe(409)
        await unchanged(before)
      }
    },
  )

  test("someone else's order responds 404 and is not changed", async () => {
    await place()
    const other = await signUp('other@example.org')
    const before = [await stockOf('101'), await itemsOf('100001'), await outbox()]
    const strangers = [
      { firstName: 'Mallory' },
      { lastName: 'O' },
      { email: 'other@example.org' },
      { orderId: '100009' },
      {
        orderDetails: { customer_id: other.user.customer_id, items: [{ order_item_id: '100001-1' }] },
        firstName: 'x',
      },
    ]
    for (const body of strangers) {
      const response = await cancel(['100001-1'], body)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toMatchObject({ success: false, error: 'not_found' })
    }
    await unchanged(before)
  })

  test.each([
    ['no items', { itemsToCancel: [] }],
    ['items that are not a list', { itemsToCancel: '100001-1' }],
    ['an item that is an object', { itemsToCancel: [{ id: '100001-1' }] }],
    ['too many items', { itemsToCancel: Array.from({ length: 101 }, String) }],
    ['an unknown reason', { cancellationReason: 'Because' }],
    ['no details', { cancellationJustification: '   ' }],
    ['10,000 characters of details', { cancellationJustification: 'x'.repeat(10_000) }],
    ['a NUL character', { cancellationJustification: 'a\0b' }],
    ['an order number that is a list', { orderId: ['100001'] }],
    ['a name that is null', { firstName: null }],
  ])('refuses %s with 400 and changes nothing', async (_name, body) => {
    await place()
    const before = [await stockOf('101'), await itemsOf('100001'), []]
    const response = await cancel(['100001-1'], body)
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ success: false, error: 'invalid_request', message: expect.any(String) })
    await unchanged(before)
  })

  test('an item whose product was removed can still be cancelled', async () => {
    await place()
    await shop.store.database.deleteFrom('products').where('product_id', '=', '101').execute()
    expect((await cancel(['100001-1'])).statusCode).toBe(200)
  })

  onBoth('ids may be numbers or strings', async () => {
    const order = await place()
    await shop.store.database
      .updateTable('order_items')
      .set({ order_item_id: '17' })
      .where('position', '=', 0)
      .execute()
    expect((await cancel([17], { orderId: Number(order.order_id) })).statusCode).toBe(200)
  })
})
