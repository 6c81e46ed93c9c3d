import { describe, expect, it } from 'vitest'
import { askProblem, lastReturnDay, listReturnable, returnState, returnWindow, stepProblem } from './rules.ts'

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
    ['arrived on an unknown day', { order_status: 'delivered', delivered_on: null }],
    ['arrives tomorrow', { order_status: 'delivered', delivered_on: '2026-11-11' }],
    ['was refunded as a whole', { order_status: 'refunded', delivered_on: '2026-11-10' }],
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
    expect(problem([CAMPUS], ask(1), [{ items: ask(3) }])).toContain('can no longer be returned')
    expect(problem([{ ...CAMPUS, refund_status: 'refunded' }])).toContain('can no longer be returned')
    expect(problem([{ ...CAMPUS, cancellation_status: 'other' }])).toContain('can no longer be returned')
  })

  it('is of this order, and named once', () => {
    expect(problem([CAMPUS], ask(1, '2-1'))).toContain('not on this order')
    expect(problem([CAMPUS], [...ask(1), ...ask(1)])).toBe('An item is named twice.')
  })
})

describe('the steps of a return', () => {
  const after = (state: 'asked' | 'accepted' | 'declined' | 'received' | 'paid_back') =>
    (['accept', 'decline', 'receive', 'refund'] as const).filter(
      (step) => stepProblem({ return_id: 'A', state }, step) === null,
    )

  it('follow each other', () => {
    expect(after('asked')).toEqual(['accept', 'decline'])
    expect(after('accepted')).toEqual(['receive'])
    expect(after('received')).toEqual(['decline', 'refund'])
    expect([...after('declined'), ...after('paid_back')]).toEqual([])
    expect(stepProblem({ return_id: 'A', state: 'accepted' }, 'refund')).toBe('Return A is not received yet.')
    expect(stepProblem({ return_id: 'A', state: 'accepted' }, 'decline')).toBe('Return A is accepted already.')
  })

  it('end when money went back for it, or for all its items', () => {
    const refunded = { refund_status: 'refunded' }
    expect(returnState('received', { items: [OPEN], wasRefunded: false })).toBe('received')
    expect(returnState('received', { items: [OPEN], wasRefunded: true })).toBe('paid_back')
    expect(returnState('asked', { items: [refunded], wasRefunded: false })).toBe('paid_back')
    expect(returnState('declined', { items: [refunded], wasRefunded: false })).toBe('declined')
  })
})
