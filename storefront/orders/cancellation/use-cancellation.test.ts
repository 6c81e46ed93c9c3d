import { CallError } from '@shop/contract/http/errors'
import { parseOrder } from '@shop/contract/orders/calls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closePopup, closePopupsOfPage, popupQueue } from '../../popups/popup-store.ts'
import {
  CANCELLED_MESSAGE,
  cancellationBody,
  NOT_CANCELLED,
  sendCancellation,
  showCancellationError,
  showOnNextPage,
} from './use-cancellation.ts'

beforeEach(() => {
  for (const { id } of popupQueue.get()) closePopup(id)
})

test('the result of a cancellation stays visible after leaving its page', () => {
  const order = parseOrder([{ order_id: '100001', order_item_id: '100001-1' }])
  if (order === null) throw new TypeError('the order cannot be read')
  showOnNextPage('done', order, 'guest')
  showOnNextPage('failed', order, 'customer somebody-else')
  closePopupsOfPage()
  expect(popupQueue.get().map(({ title, text }) => [title, text])).toEqual([
    ['Order # 100001', CANCELLED_MESSAGE],
    [undefined, NOT_CANCELLED],
  ])
  for (const { id } of popupQueue.get()) closePopup(id)
})

test('an error of a cancellation shows for 4 seconds, its success on another page for 5 (section 9)', () => {
  showCancellationError({ field: 'order', message: 'Order is already shipped. Please contact seller.' })
  const order = parseOrder([{ order_id: '100001', order_item_id: '100001-1' }])
  if (order === null) throw new TypeError('the order cannot be read')
  showOnNextPage('done', order, 'guest')
  expect(popupQueue.get()).toMatchObject([
    { kind: 'error', text: 'Order is already shipped. Please contact seller.', timer: 4000 },
    { kind: 'success', timer: 5000 },
  ])
})

const ROW = { order_id: 17, total_amount: 118, order_item_id: 1, product_name: 'Bag', price: 59, stock_quantity: 2 }
const LOOKUP = { orderId: '17', firstName: 'Ana', lastName: 'Ruiz', email: 'ana@shopper.example' }

function buildOrder() {
  const order = parseOrder([ROW, { ...ROW, order_item_id: 'b-2' }, { ...ROW, order_item_id: 3 }])
  if (order === null) throw new Error('these rows are no order')
  return order
}

test('what is posted is the order as one object with ids of their original type (R26)', () => {
  const order = buildOrder()
  const request = {
    selected: ['1', 'b-2'],
    quantities: new Map(),
    reason: 'Shipping Issues' as const,
    details: ' Too late. ',
  }
  expect(cancellationBody(order, LOOKUP, request)).toEqual({
    firstName: 'Ana',
    lastName: 'Ruiz',
    email: 'ana@shopper.example',
    orderId: 17,
    orderDetails: order.details,
    cancellationReason: 'Shipping Issues',
    cancellationJustification: 'Too late.',
    itemsToCancel: [1, 'b-2'],
  })
})

describe('of items that have several pieces', () => {
  const order = parseOrder([1, 'b-2', 3].map((id) => ({ ...ROW, order_item_id: id, cancellable_quantity: 2 })))
  if (order === null) throw new Error('these rows are no order')
  const post = (selected: string[], quantities: [string, number][]) =>
    cancellationBody(order, LOOKUP, {
      ...{ selected, quantities: new Map(quantities) },
      ...{ reason: 'Shipping Issues', details: 'Too late.' },
    }).quantitiesToCancel

  test('the chosen pieces are posted, and none of an item that is not chosen', () => {
    expect(
      post(
        ['1'],
        [
          ['1', 1],
          ['3', 1],
        ],
      ),
    ).toEqual({ 1: 1 })
  })

  test('all that were shown are posted as a number, which is refused when there are fewer by now', () => {
    expect(post(['1', 'b-2'], [['b-2', 1]])).toEqual({ 1: 2, 'b-2': 1 })
  })

  test('a choice that is more than there are by now counts as all of them', () => {
    expect(post(['3'], [['3', 5]])).toEqual({ 3: 2 })
  })
})

describe('a cancellation', () => {
  const rejected = (status: number) =>
    new CallError('status', 'refused', { status, serverMessage: 'No longer possible', retryAfter: null })
  const refresh = vi.fn(async () => {})
  beforeEach(() => {
    vi.useFakeTimers()
    refresh.mockClear()
  })
  afterEach(() => void vi.useRealTimers())

  test('that succeeded is reported once the order was refetched', async () => {
    expect(await sendCancellation(async () => true, refresh)).toBe('done')
    expect(refresh).toHaveBeenCalledOnce()
  })

  test('that succeeded is reported after 3 seconds when the refetch hangs (R50)', async () => {
    const done = vi.fn()
    const sent = sendCancellation(
      async () => true,
      () => new Promise(() => {}),
    ).then(done)
    await vi.advanceTimersByTimeAsync(2900)
    expect(done).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    await sent
    expect(done).toHaveBeenCalledWith('done')
  })

  test.each([200, 404, 500])(
    'that was refused with %i has failed, and nothing is asked for again (R45)',
    async (status) => {
      expect(await sendCancellation(() => Promise.reject(rejected(status)), refresh)).toBe('failed')
      expect(refresh).not.toHaveBeenCalled()
    },
  )

  test('that came too late is reported with the current order', async () => {
    expect(await sendCancellation(() => Promise.reject(rejected(409)), refresh)).toBe('changed')
    expect(refresh).toHaveBeenCalledOnce()
  })
})
