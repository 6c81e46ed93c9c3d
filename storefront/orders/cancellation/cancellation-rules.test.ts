import { type OrderItem, parseOrder } from '@shop/contract/orders/calls'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canCancelAny, checkCancellation, isSelectable, shownStatus } from './cancellation-rules.ts'

const ROW = {
  order_id: 17,
  order_item_id: 1,
  product_name: 'Campus Slim, Blue',
  price: '59.00',
  stock_quantity: '2',
}

function buildItem(overrides: Partial<OrderItem> = {}): OrderItem {
  const item = parseOrder([ROW])?.items[0]
  if (item === undefined) throw new Error('the row could not be read')
  return { ...item, ...overrides }
}

it.each([
  [null, null, true],
  ['cancelled', null, false],
  [null, 'refunded', false],
  ['requested', null, false],
  [null, 'true', false],
])(
  'which items can be cancelled (R27): cancellation %o and refund %o: can be chosen %s',
  (cancellation_status, refund_status, selectable) => {
    expect(isSelectable(buildItem({ cancellation_status, refund_status }))).toBe(selectable)
  },
)

it.each([null, undefined, '', 'none', 'None', false, 'false', 0, '0', 'null', 'N/A', 'no'])(
  'which items can be cancelled (R27) %j is no status: the item can be chosen',
  (status) => {
    for (const field of ['cancellation_status', 'refund_status'])
      expect(parseOrder([{ ...ROW, [field]: status }])?.items.map(isSelectable), field).toEqual([true])
  },
)

it.each([true, 1, 'pending', 'Cancelled'])(
  'which items can be cancelled (R27) %j is a status: the item cannot be selected',
  (status) => {
    for (const field of ['cancellation_status', 'refund_status'])
      expect(parseOrder([{ ...ROW, [field]: status }])?.items.map(isSelectable), field).toEqual([false])
  },
)

it('which items can be cancelled (R27): the cancel option is shown while at least one item is neither cancelled nor refunded', () => {
  const cancelled = buildItem({ cancellation_status: 'Cancelled' })
  const refunded = buildItem({ refund_status: 'refunded' })
  expect(canCancelAny({ items: [cancelled, refunded], cancel_problem: null })).toBe(false)
  expect(canCancelAny({ items: [cancelled, buildItem()], cancel_problem: null })).toBe(true)
  expect(canCancelAny({ items: [], cancel_problem: null })).toBe(false)
})

it('the cancel option is not shown where the backend says that it cancels nothing of the order', () => {
  const [order, known] = ['This order is already cancelled.', null].map((cancel_problem) =>
    parseOrder([{ ...ROW, cancel_problem }]),
  )
  expect([order && canCancelAny(order), known && canCancelAny(known)]).toEqual([false, true])
})

const open = {
  tracking_number: null,
  order_status: 'processing',
  selected: ['1'],
  reason: 'Shipping Issues',
  details: 'Too late for us.',
}

it('errors of a cancellation are reported one at a time, in the order of section 5', () => {
  const steps = [
    [{ tracking_number: '1Z999' }, 'order', 'Order is already shipped. Please contact seller.'],
    [{ order_status: 'Delivered' }, 'order', 'Order is already shipped. Please contact seller.'],
    [{ selected: [] }, 'items', 'Please select at least one item to cancel.'],
    [{ reason: '' }, 'reason', 'Please select a cancellation reason.'],
    [{ details: ' \n' }, 'details', 'Please provide additional details.'],
  ] as const
  const masks = fc.subarray([...steps.keys()], { minLength: 1 })
  fc.assert(
    fc.property(masks, (wrong) => {
      const request = Object.assign({ ...open }, ...wrong.map((index) => steps[index]?.[0]))
      const [, field, message] = steps[Math.min(...wrong)] ?? []
      expect(checkCancellation(request)).toEqual({ field, message })
    }),
  )
})

it('errors of a cancellation are none when everything is given', () => {
  expect(checkCancellation(open)).toBeNull()
})

it.each([
  ['cancelled', 'cancelled'],
  ['Cancelled', 'cancelled'],
  ['REFUNDED', 'refunded'],
  ['pending', ''],
  ['canceled', ''],
  ['', ''],
  [null, ''],
])('statuses (R27) %o is shown as %o', (status, shown) => {
  expect(shownStatus(status)).toBe(shown)
})
