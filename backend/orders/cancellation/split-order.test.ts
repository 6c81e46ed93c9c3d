import { catalogCalls } from '@shop/contract/catalog/calls'
import { paidCents, paidGoods } from '@shop/contract/order-totals'
import { describe, expect, test } from 'vitest'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { callsOfOrders } from '../../testing/orders/order-calls.ts'
import { BOTH_ENGINES } from '../../testing/servers/engines.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { findOrder as findStoredOrder } from '../orders.repository.ts'
import { refundOrder } from '../refunds/refund-order.ts'
import { cancelByShop } from './cancel-by-shop.ts'

const BAGS = '100001-1'
const HYBRID = '100001-2'
const REST = '100001-3'
const NOT_CHOSEN = 'A quantity belongs to an item that isn’t selected. Please look at the order again.'

describe.each(BOTH_ENGINES)('fewer pieces of an item than it has, on %s', (engine) => {
  const shop = eachTestShop(engine)
  const { place, findOrder, cancel } = callsOfOrders(() => shop)
  const stockOf = async (id: string) =>
    (await shop.call(catalogCalls.getProduct, { params: { product_id: id } })).stock_quantity
  const itemsOf = async () => (await findStoredOrder(shop.store.database, '100001'))?.items ?? []
  const context = () => ({ database: shop.store.database, clock: shop.clock, actor: 'ada@shop.example' })

  test('are cancelled by the shopper: the others stay open, and only the cancelled ones come back to the stock', async () => {
    await place()
    await shop.store.database
      .updateTable('order_items')
      .set({ discount_cents: 1001 })
      .where('order_item_id', '=', BAGS)
      .execute()
    const [before, goods, whole] = [await stockOf('101'), paidGoods(await itemsOf()), await findOrder('100001')]
    expect(whole?.items.map(({ cancellable_quantity }) => cancellable_quantity)).toEqual([2, null])
    const response = await cancel([BAGS], { quantitiesToCancel: { [BAGS]: 1 } })
    expect(response.statusCode).toBe(200)
    expect(await stockOf('101')).toBe((before ?? 0) + 1)
    const order = await findOrder('100001')
    expect(order?.items).toMatchObject([
      { order_item_id: BAGS, quantity: 1, cancellation_status: 'cancelled' },
      { order_item_id: HYBRID, quantity: 1, cancellation_status: null },
      { order_item_id: REST, quantity: 1, cancellation_status: null, cancellation_reason: null },
    ])
    expect([order?.total_cents, order?.order_status]).toEqual([whole?.total_cents, 'processing'])
    expect(paidGoods(await itemsOf())).toBe(goods)
    expect((await itemsOf()).map(({ discount_cents }) => discount_cents)).toEqual([501, 0, 500])
  })

  test('that were cancelled are not cancelled again when the request is repeated', async () => {
    await place()
    const before = (await stockOf('101')) ?? 0
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => cancel([BAGS], { quantitiesToCancel: { [BAGS]: 1 } })),
    )
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409, 409])
    expect(await stockOf('101')).toBe(before + 1)
    expect(await itemsOf()).toHaveLength(3)
    expect((await cancel([REST])).statusCode).toBe(200)
    expect(await stockOf('101')).toBe(before + 2)
  })

  test('are refunded, and the rest can be refunded after', async () => {
    await place()
    const refund = (item_ids: string[], amount_cents: number, quantities: Record<string, number>, version: number) =>
      refundOrder(context(), {
        order_id: '100001',
        amount_cents,
        item_ids,
        quantities,
        note: '',
        despite_dispute: false,
        version,
      })
    await refund([BAGS], 7900, { [BAGS]: 1 }, 0)
    expect((await itemsOf()).map(({ quantity, refund_status }) => [quantity, refund_status])).toEqual([
      [1, 'refunded'],
      [1, null],
      [1, null],
    ])
    await refund([REST], 7900, { [REST]: 1 }, 1)
    expect((await itemsOf()).map(({ refund_status }) => refund_status)).toEqual(['refunded', null, 'refunded'])
  })
})

describe('how many pieces are meant', () => {
  const shop = eachTestShop('sqlite')
  const { place, findOrder, cancel } = callsOfOrders(() => shop)
  const itemsOf = async () => (await findStoredOrder(shop.store.database, '100001'))?.items ?? []

  test.each([0, -1, 0.5, '1', null, Number.MAX_VALUE, [1]])('is no %o', async (count) => {
    await place()
    const before = await itemsOf()
    const response = await cancel([BAGS], { quantitiesToCancel: { [BAGS]: count } })
    expect([response.statusCode, typeof response.json().message]).toEqual([400, 'string'])
    expect(await itemsOf()).toEqual(before)
  })

  test('is at most what is on the line', async () => {
    await place()
    const before = await itemsOf()
    const response = await cancel([BAGS], { quantitiesToCancel: { [BAGS]: 3 } })
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'There are only 2 of Campus Slim Backpack, Blue on this line. Please look at the order again.',
    ])
    expect(await itemsOf()).toEqual(before)
  })

  test.each([BAGS, REST, 'constructor', ''])('is refused for %j, which is not chosen', async (other) => {
    await place()
    const before = await itemsOf()
    const response = await cancel([HYBRID], { quantitiesToCancel: { [other]: 1 } })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      expect.objectContaining({ message: NOT_CHOSEN, details: [{ field: 'quantities', message: NOT_CHOSEN }] }),
    ])
    expect(await itemsOf()).toEqual(before)
  })

  test('is refused for what the shop has not chosen, in a cancellation, a refund and a refund of all that is left', async () => {
    const order = await place()
    const by = { database: shop.store.database, clock: shop.clock, actor: 'ada@shop.example' }
    const [order_id, quantities, version] = ['100001', { [BAGS]: 1 }, 0]
    const before = await itemsOf()
    const cancelled = cancelByShop(by, { order_id, item_ids: [HYBRID], quantities, reason: 'Torn', version })
    await expect(cancelled).rejects.toThrow(NOT_CHOSEN)
    for (const amount_cents of [100, paidCents(order)]) {
      const refund = { order_id, amount_cents, item_ids: [HYBRID], note: '', despite_dispute: false, version }
      await expect(refundOrder(by, { ...refund, quantities })).rejects.toThrow(NOT_CHOSEN)
      const tooMany = refundOrder(by, { ...refund, quantities: { [HYBRID]: 2 } })
      await expect(tooMany).rejects.toThrow('There is only 1 of')
    }
    expect(await itemsOf()).toEqual(before)
  })

  test('is what was shown: a line that has fewer pieces since then is left as it is', async () => {
    await place()
    const by = { database: shop.store.database, clock: shop.clock, actor: 'ada@shop.example' }
    const part = { order_id: '100001', item_ids: [BAGS], quantities: { [BAGS]: 1 }, reason: 'Torn', version: null }
    const id = await cancelByShop(by, part)
    await undoChange({ ...by, rules: UNDO_RULES }, id)
    const before = await itemsOf()
    const response = await cancel([BAGS], { quantitiesToCancel: { [BAGS]: 2 } })
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'There is only 1 of Campus Slim Backpack, Blue on this line. Please look at the order again.',
    ])
    expect(await itemsOf()).toEqual(before)
  })

  test('is not asked of an order that has left', async () => {
    await place({ tracking_number: '1Z999' })
    const order = await findOrder('100001')
    expect(order?.items.map(({ cancellable_quantity }) => cancellable_quantity)).toEqual([null, null])
  })
})
