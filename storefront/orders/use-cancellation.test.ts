import { parseOrder } from '@shop/contract/orders'
import { beforeEach, expect, test } from 'vitest'
import { closePopup, closePopupsOfPage, popupQueue } from '../popups/popup-store.ts'
import { CANCELLED, NOT_CANCELLED, showCancellationError, showOnNextPage } from './use-cancellation.ts'

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
    ['Order # 100001', CANCELLED],
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
