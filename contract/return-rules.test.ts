import { describe, expect, it } from 'vitest'
import {
  askProblem,
  itemsReturnedWhole,
  lastReturnDay,
  listReturnable,
  paidForReturn,
  returnState,
  returnWindow,
  stepProblem,
} from './return-rules.ts'

const OPEN = { cancellation_status: null, refund_status: null }
const CAMPUS = { order_item_id: '1-1', product_name: 'Campus', quantity: 3, ...OPEN }
const HYBRID = { order_item_id: '1-2', product_name: 'Hybrid', quantity: 1, ...OPEN }
const ORDER = { order_status: 'delivered', delivered_on: '2026-11-10', items: [CAMPUS, HYBRID], returns: [] }
const ask = (quantity: number, order_item_id = '1-1') => [{ order_item_id, quantity }]

describe('the days in which a return is asked for', () => {
  it('ends with the 15th day after the delivery, across months and years', () => {
    expect(lastReturnDay('2026-11-10', 15)).toBe('2026-11-25')
    expect(lastReturnDay('2026-12-20', 15)).toBe('2027-01-04')
    expect(lastReturnDay('2028-02-20', 15)).toBe('2028-03-06')
    expect(returnWindow(ORDER, { today: '2026-11-25', days: 15 })).toBe('open')
    expect(returnWindow(ORDER, { today: '2026-11-26', days: 15 })).toBe('over')
    expect(askProblem(ORDER, ask(1), { today: '2026-11-25', days: 15 })).toBeNull()
    expect(askProblem(ORDER, ask(1), { today: '2026-11-26', days: 15 })).toContain('within 15 days of delivery')
  })

  it.each([
    ['has not arrived', { order_status: 'shipped', delivered_on: null }],
    ['arrived nobody knows when', { order_status: 'delivered', delivered_on: null }],
    ['arrives tomorrow', { order_status: 'delivered', delivered_on: '2026-11-11' }],
    ['was paid back as a whole', { order_status: 'refunded', delivered_on: '2026-11-10' }],
  ])('does not begin for an order that %s', (_what, order) => {
    expect(returnWindow(order, { today: '2026-11-10', days: 15 })).toBe('none')
    expect(askProblem({ ...ORDER, ...order }, ask(1), { today: '2026-11-10', days: 15 })).toContain('has not arrived')
  })
})

describe('what can be asked for', () => {
  const problem = (
    items: Parameters<typeof askProblem>[0]['items'],
    asked = ask(1),
    returns: { items: ReturnType<typeof ask> }[] = [],
  ) => askProblem({ ...ORDER, items, returns }, asked, { today: '2026-11-12', days: 15 })

  it('is what was bought, without what is cancelled, refunded or asked for before', () => {
    expect(listReturnable(ORDER.items, [])).toEqual([...ask(3), ...ask(1, '1-2')])
    expect(listReturnable(ORDER.items, [{ items: ask(2) }, { items: ask(1, '1-2') }])).toEqual(ask(1))
    expect(problem([CAMPUS], ask(3))).toBeNull()
    expect(problem([CAMPUS], ask(4))).toBe('Only 3 of Campus can be returned.')
    expect(problem([CAMPUS], ask(2), [{ items: ask(2) }])).toBe('Only 1 of Campus can be returned.')
    expect(problem([CAMPUS], ask(1), [{ items: ask(3) }])).toContain('cannot be returned any more')
    expect(problem([{ ...CAMPUS, refund_status: 'refunded' }])).toContain('cannot be returned')
    expect(problem([{ ...CAMPUS, cancellation_status: 'other' }])).toContain('cannot be returned')
  })

  it('is of this order, and named once', () => {
    expect(problem([CAMPUS], ask(1, '2-1'))).toContain('not on this order')
    expect(problem([CAMPUS], [...ask(1), ...ask(1)])).toBe('An item is named twice.')
  })
})

describe('the steps of a return', () => {
  const after = (state: 'asked' | 'accepted' | 'declined' | 'received' | 'paid_back') =>
    (['accept', 'decline', 'receive', 'pay_back'] as const).filter(
      (step) => stepProblem({ return_id: 'A', state }, step) === null,
    )

  it('follow each other', () => {
    expect(after('asked')).toEqual(['accept', 'decline'])
    expect(after('accepted')).toEqual(['receive'])
    expect(after('received')).toEqual(['decline', 'pay_back'])
    expect([...after('declined'), ...after('paid_back')]).toEqual([])
    expect(stepProblem({ return_id: 'A', state: 'accepted' }, 'pay_back')).toBe('Return A is not received yet.')
    expect(stepProblem({ return_id: 'A', state: 'accepted' }, 'decline')).toBe('Return A is accepted already.')
  })

  it('end when money went back for it, or for all its items', () => {
    const refunded = { refund_status: 'refunded' }
    expect(returnState('received', { items: [OPEN], wasPaidBack: false })).toBe('received')
    expect(returnState('received', { items: [OPEN], wasPaidBack: true })).toBe('paid_back')
    expect(returnState('asked', { items: [refunded], wasPaidBack: false })).toBe('paid_back')
    expect(returnState('declined', { items: [refunded], wasPaidBack: false })).toBe('declined')
  })
})

describe('what is paid back for a return', () => {
  const paid = {
    goods_cents: 28_200,
    tax_cents: 2327,
    delivery_cents: 599,
    delivery_taxed: false,
    tracking_number: '1Z',
  }
  const items = [
    { ...CAMPUS, quantity: 2, price_cents: 7900, discount_cents: 0 },
    { ...HYBRID, price_cents: 12_400, discount_cents: 0 },
  ]
  const order = { ...paid, items }
  const HERE = { before: [], withDelivery: false }
  const WITH_DELIVERY = { before: [], withDelivery: true }

  it('is the goods and their share of the tax, without the original shipping', () => {
    expect(paidForReturn(order, ask(1), HERE)).toEqual({ goods: 7900, tax: 652, delivery: 0, total: 8552 })
    expect(paidForReturn(order, [...ask(2), ...ask(1, '1-2')], HERE).total).toBe(28_200 + 2327)
  })

  it('has the original shipping for an error of the shop, once everything comes back', () => {
    expect(paidForReturn(order, [...ask(2), ...ask(1, '1-2')], WITH_DELIVERY).total).toBe(28_200 + 2327 + 599)
    expect(paidForReturn(order, ask(2), WITH_DELIVERY).delivery).toBe(0)
    expect(paidForReturn({ ...order, tracking_number: null }, [...ask(2), ...ask(1, '1-2')], HERE).delivery).toBe(0)
  })

  it('comes to what was paid where the pieces of a line with a code come back one by one', () => {
    const [campus, hybrid] = items
    if (campus === undefined || hybrid === undefined) throw new Error('two items')
    // 10.00 off the three of one line, of which no piece has a third to the cent.
    const three = { ...campus, quantity: 3, discount_cents: 1000 }
    const coded = { ...paid, goods_cents: 3 * 7900 - 1000 + 12_400, items: [three, hybrid] }
    const parts = [0, 1, 2].map((count) => {
      const before = count === 0 ? [] : ask(count)
      return paidForReturn(coded, ask(1), { before, withDelivery: false })
    })
    expect(parts.map(({ goods }) => goods)).toEqual([7567, 7567, 7566])
    const rest = paidForReturn(coded, ask(1, '1-2'), { before: ask(3), withDelivery: true })
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
