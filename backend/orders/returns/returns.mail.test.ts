import { DEFAULT_POLICY } from '@shop/contract/returns/return-policy'
import { expect, test } from 'vitest'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { sharedTestStore } from '../../testing/test-hooks.ts'
import { buildOrder } from '../build-order.ts'
import { returnChangeMail, returnedItems } from './returns.mail.ts'

const opened = sharedTestStore('sqlite')
const ORDER = buildOrder({
  ...{ order_id: '100001', order_date: '2026-11-02', first_name: 'Ada', last_name: 'Byron', email: 'ada@mail.example' },
  items: [{ product_id: '101', product_name: 'Bag', price_cents: 7900, quantity: 2, image_file: null }],
})

async function accepted(reason: string, labelUrl: string | null, quantity = 1) {
  const shop = await getShopSettings(opened.store.database)
  const asked = { reason, details: '', state: 'asked', items: [{ order_item_id: '100001-1', quantity }] } as const
  const news = { return_state: 'accepted', answer: '', labelUrl } as const
  const { text } = returnChangeMail(ORDER, asked, news, { shop, policy: DEFAULT_POLICY })
  return JSON.stringify(text.values)
}

test('the email says who pays for the return: the shopper, unless there is a label or it was the shop’s mistake', async () => {
  const [pays, kept, full] = [
    'You pay for return shipping.',
    'Original shipping is non-refundable.',
    'refund you in full',
  ]
  const said = async (reason: string, labelUrl: string | null) => {
    const text = await accepted(reason, labelUrl)
    return [pays, kept, full].map((part) => text.includes(part))
  }
  expect(await said('Changed My Mind', null)).toEqual([true, true, false])
  expect(await said('Changed My Mind', 'https://shop.example/label')).toEqual([false, true, false])
  expect(await said('Defective/Damaged', null)).toEqual([false, false, true])
})

test('one piece is an item, several are items', async () => {
  expect(await accepted('Changed My Mind', null)).toContain('this item')
  expect(await accepted('Changed My Mind', null, 2)).toContain('these items')
})

test('a return that arrived and is declined is told otherwise than one that was not sent', async () => {
  const shop = await getShopSettings(opened.store.database)
  const nameOf = (state: 'asked' | 'received') => {
    const asked = { reason: 'Changed My Mind', details: '', state, items: [{ order_item_id: '100001-1', quantity: 1 }] }
    const news = { return_state: 'declined', answer: 'Worn', labelUrl: null } as const
    return returnChangeMail(ORDER, asked, news, { shop, policy: DEFAULT_POLICY }).text.name
  }
  expect([nameOf('asked'), nameOf('received')]).toEqual(['return_declined', 'return_declined_received'])
})

test('what is returned has the pieces that are returned, and the number of an item that is gone', () => {
  const items = returnedItems(ORDER, [
    { order_item_id: '100001-1', quantity: 1 },
    { order_item_id: '100001-9', quantity: 3 },
  ])
  expect(items.map(({ product_name, quantity }) => [product_name, quantity])).toEqual([
    ['Bag', 1],
    ['100001-9', 3],
  ])
})
