import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { lineTotal } from '../money.ts'
import { paidCents, paidFor, paidGoods } from '../order-totals.ts'
import {
  dueForItems,
  dueForReturn,
  itemsReturnedWhole,
  paidForPieces,
  type RefundableOrder,
} from './refund-proposal.ts'
import { splitLines } from './split-lines.ts'

const OPEN = { cancellation_status: null, refund_status: null }
const CAMPUS = { order_item_id: '1-1', product_name: 'Campus', quantity: 3, ...OPEN }
const HYBRID = { order_item_id: '1-2', product_name: 'Hybrid', quantity: 1, ...OPEN }
const ask = (quantity: number, order_item_id = '1-1') => [{ order_item_id, quantity }]

describe('what is refunded for a return', () => {
  const paid = {
    goods_cents: 28_200,
    tax_cents: 2327,
    delivery_cents: 599,
    delivery_taxed: false,
  }
  const items = [
    { ...CAMPUS, quantity: 2, price_cents: 7900, discount_cents: 0 },
    { ...HYBRID, price_cents: 12_400, discount_cents: 0 },
  ]
  const order = { ...paid, items }
  const HERE = { before: [], includeShipping: false }
  const WITH_DELIVERY = { before: [], includeShipping: true }

  it('is the goods and their share of the tax, without the original shipping', () => {
    expect(paidForPieces(order, ask(1), HERE)).toEqual({ goods: 7900, tax: 652, delivery: 0, total: 8552 })
    expect(paidForPieces(order, [...ask(2), ...ask(1, '1-2')], HERE).total).toBe(28_200 + 2327)
  })

  it('has the original shipping for an error of the shop, once everything comes back', () => {
    expect(paidForPieces(order, [...ask(2), ...ask(1, '1-2')], WITH_DELIVERY).total).toBe(28_200 + 2327 + 599)
    expect(paidForPieces(order, ask(2), WITH_DELIVERY).delivery).toBe(0)
    expect(paidForPieces(order, [...ask(2), ...ask(1, '1-2')], HERE).delivery).toBe(0)
  })

  it('comes to what was paid where the pieces of a line with a code come back one by one', () => {
    const [campus, hybrid] = items
    if (campus === undefined || hybrid === undefined) throw new Error('two items')
    // 10.00 off the three of one line; a third is no whole number of cents.
    const three = { ...campus, quantity: 3, discount_cents: 1000 }
    const coded = { ...paid, goods_cents: 3 * 7900 - 1000 + 12_400, items: [three, hybrid] }
    const parts = [0, 1, 2].map((count) => {
      const before = count === 0 ? [] : ask(count)
      return paidForPieces(coded, ask(1), { before, includeShipping: false })
    })
    expect(parts.map(({ goods }) => goods)).toEqual([7567, 7566, 7567])
    const rest = paidForPieces(coded, ask(1, '1-2'), { before: ask(3), includeShipping: true })
    expect([...parts, rest].reduce((sum, { total }) => sum + total, 0)).toBe(coded.goods_cents + 2327 + 599)
  })

  it('counts an item as refunded once all of it came back', () => {
    const current = { items: ask(1) }
    expect(itemsReturnedWhole(items, { returns: [], current })).toEqual([])
    const before = { state: 'paid_back', items: ask(1) } as const
    expect(itemsReturnedWhole(items, { returns: [before], current })).toEqual(['1-1'])
    expect(itemsReturnedWhole(items, { returns: [{ ...before, state: 'declined' }], current })).toEqual([])
  })
})

const HERE = { order_status: 'processing', tracking_number: null, shipped_by: null, delivered_on: null }
const WAYS = {
  'with a tracking number': { ...HERE, order_status: 'shipped', tracking_number: '1Z' },
  'without a number': { ...HERE, order_status: 'shipped', shipped_by: 'untracked' },
  'by own delivery': { ...HERE, order_status: 'shipped', shipped_by: 'own_delivery' },
  'as picked up': { ...HERE, order_status: 'delivered', shipped_by: 'picked_up', delivered_on: '2026-11-20' },
  'before it was imported': { ...HERE, order_status: 'Shipped' },
  'at a fair, all of it refunded since': { ...HERE, order_status: 'refunded', delivered_on: '2026-11-20' },
}
const BAG = { order_item_id: 'bag', price_cents: 4000, quantity: 1, discount_cents: 0, refund_status: null }
const POUCH = { ...BAG, order_item_id: 'pouch', price_cents: 1000 }
const SUMS = { goods_cents: 5000, tax_cents: 400, delivery_cents: 1500, delivery_taxed: false, returns: [] }

describe.each(Object.entries(WAYS))('of an order that left %s', (_way, departure) => {
  const order = { ...SUMS, ...departure, items: [BAG, POUCH] }
  test.each([
    ['one item', ['bag'], 4320],
    ['all at once', ['bag', 'pouch'], 5400],
  ])('the delivery is not proposed with %s', (_what, ids, total) => {
    expect(dueForItems(order, ids)).toMatchObject({ delivery: 0, total })
  })

  test('the delivery is not proposed with the last item, and is with a return for an error of the shop', () => {
    const last = { ...order, items: [{ ...BAG, refund_status: 'refunded' }, POUCH] }
    expect(dueForItems(last, ['pouch'])).toMatchObject({ delivery: 0, total: 1080 })
    const all = order.items.map(({ order_item_id, quantity }) => ({ order_item_id, quantity }))
    expect(dueForReturn(order, { items: all, reason: 'Changed My Mind' }).total).toBe(5400)
    expect(dueForReturn(order, { items: all, reason: 'Defective/Damaged' }).total).toBe(6900)
  })
})

test('the last items of an order that has not left bring the delivery', () => {
  const order = { ...SUMS, ...HERE, items: [BAG, POUCH] }
  expect(dueForItems(order, ['bag'])).toMatchObject({ delivery: 0, total: 4320 })
  expect(dueForItems(order, ['bag', 'pouch']).total).toBe(6900)
})

test('a piece of several leaves the delivery as it was ordered (R26), and the last pieces bring all of it', () => {
  const items = splitLines([{ ...BAG, quantity: 3 }], new Map([['bag', 1]]), () => 'rest')
  const order = { ...SUMS, ...HERE, goods_cents: 12_000, tax_cents: 960, items }
  expect(dueForItems(order, ['bag'])).toEqual({ goods: 4000, tax: 320, delivery: 0, total: 4320 })
  const last = items.map((item) => (item.order_item_id === 'bag' ? { ...item, refund_status: 'refunded' } : item))
  const rest = dueForItems({ ...order, items: last }, ['rest'])
  expect(rest).toEqual({ goods: 8000, tax: 640, delivery: 1500, total: 10_140 })
})

test('pieces that came back and were refunded are not proposed a second time with their line', () => {
  const pair = { ...BAG, quantity: 2 }
  const came = { state: 'paid_back', items: ask(1, 'bag') } as const
  const order = { ...SUMS, ...WAYS['by own delivery'], goods_cents: 8000, tax_cents: 640, items: [pair] }
  expect(dueForItems({ ...order, returns: [came] }, ['bag'])).toMatchObject({ goods: 4000, total: 4320 })
  expect(dueForItems({ ...order, returns: [{ ...came, state: 'declined' }] }, ['bag'])).toMatchObject({ total: 8640 })
})

const line = fc.record({
  price_cents: fc.integer({ min: 1, max: 100_000 }),
  quantity: fc.integer({ min: 1, max: 10 }),
  /** Discount of a code, in millionths of the line. */
  code: fc.integer({ min: 0, max: 999_999 }),
})
const boughtOrder = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    delivery_cents: fc.integer({ min: 0, max: 10_000 }),
    tax_cents: fc.integer({ min: 0, max: 100_000 }),
    delivery_taxed: fc.boolean(),
  })
  .map(({ lines, ...sums }) => {
    const items = lines.map(({ code, ...goods }, index) => ({
      ...goods,
      order_item_id: String(index),
      discount_cents: Math.floor((lineTotal(goods) * code) / 1_000_000),
      refund_status: null as string | null,
    }))
    return { ...sums, goods_cents: paidGoods(items), returns: [], items }
  })
const step = fc.oneof(
  fc.constant('leaves' as const),
  fc.record({ pick: fc.nat(), count: fc.nat(), isReturn: fc.boolean() }),
)

/** The order once items were refunded, or pieces of one as a return. */
function afterRefund(order: RefundableOrder, ids: readonly string[]): RefundableOrder {
  const items = order.items.map((item) =>
    ids.includes(item.order_item_id) ? { ...item, refund_status: 'refunded' } : item,
  )
  return { ...order, items }
}

test('any sequence of proposals comes to what was paid, less the delivery once the order has left', () => {
  fc.assert(
    fc.property(boughtOrder, fc.array(step, { maxLength: 12 }), fc.boolean(), (bought, steps, leavesLast) => {
      let order: RefundableOrder = { ...bought, ...HERE }
      let total = 0
      for (const next of steps) {
        if (next === 'leaves') {
          order = { ...order, ...WAYS['by own delivery'] }
          continue
        }
        const open = order.items.filter(({ refund_status }) => refund_status === null)
        const item = open[next.pick % open.length]
        if (item === undefined) break
        const id = item.order_item_id
        const came = order.returns.flatMap(({ items }) => items).filter(({ order_item_id }) => order_item_id === id)
        const left = item.quantity - came.reduce((sum, { quantity }) => sum + quantity, 0)
        if (!next.isReturn || order.order_status === 'processing') {
          total += dueForItems(order, [id]).total
          order = afterRefund(order, [id])
          continue
        }
        const asked = { items: ask((next.count % left) + 1, id), reason: 'Changed My Mind' }
        total += dueForReturn(order, asked).total
        const whole = itemsReturnedWhole(order.items, { returns: order.returns, current: asked })
        order = afterRefund({ ...order, returns: [...order.returns, { ...asked, state: 'paid_back' }] }, whole)
      }
      if (leavesLast) order = { ...order, ...WAYS['as picked up'] }
      const isOver = order.items.every(({ refund_status }) => refund_status !== null)
      const rest = order.items.flatMap((item) => (item.refund_status === null ? [item.order_item_id] : []))
      total += dueForItems(order, rest).total
      const ids = bought.items.map(({ order_item_id }) => order_item_id)
      const paid = paidCents({ ...bought, total_cents: bought.goods_cents })
      const withoutDelivery = paidFor(bought, ids, { includeShipping: false }).total
      if (!isOver) expect(total).toBe(order.order_status === 'processing' ? paid : withoutDelivery)
      else expect([paid, withoutDelivery]).toContain(total)
    }),
  )
})
