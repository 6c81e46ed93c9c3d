import { PRODUCT } from './addresses.ts'
import { expect, test } from './fixtures.ts'

const { product_id, product_name, price } = PRODUCT
const item = { product_id, product_name, price, quantity: 2, stock_quantity: 24 }

const UNREADABLE: Record<string, string> = {
  'that is not JSON': '{"items":[',
  'that is empty': '',
  'that is null': 'null',
  'that is a number': '7',
  'without a list': '{"items":"three"}',
  'of things that are no items': '{"items":[null,7,"bag",[],{},{"product_name":"No id"}]}',
}

for (const [what, stored] of Object.entries(UNREADABLE)) {
  test(`a stored cart ${what} is an empty cart`, async ({ cart }) => {
    await cart.leaveInStore(stored)
    await cart.open()
    await cart.expectEmpty()
    await cart.expectBadge(0)
  })
}

const REPAIRED: Record<string, { stored: unknown; count: number; total: string }> = {
  'bare array of items': { stored: [item], count: 2, total: '$158.00' },
  'readable item among broken ones': { stored: { items: [null, item, { quantity: 3 }] }, count: 2, total: '$158.00' },
  'price written as a string': { stored: { items: [{ ...item, price: '79.00' }] }, count: 2, total: '$158.00' },
  'negative quantity': { stored: { items: [{ ...item, quantity: -4 }] }, count: 1, total: '$79.00' },
  'huge quantity': { stored: { items: [{ ...item, quantity: 1e9 }] }, count: 10, total: '$790.00' },
  'product that stands there twice': { stored: { items: [item, item] }, count: 4, total: '$316.00' },
}

for (const [what, { stored, count, total }] of Object.entries(REPAIRED)) {
  test(`a stored cart with a ${what} is repaired`, async ({ cart }) => {
    await cart.leaveInStore(JSON.stringify(stored))
    await cart.open()
    await cart.expectCount(count)
    await cart.expectTotal(total)
  })
}

test('a stored cart of 500 items is cut, shown and can be emptied', async ({ page, cart, allow }) => {
  allow(/40[48]|429/, 'most of these products do not exist, and so many calls may be limited')
  const items = Array.from({ length: 500 }, (_, index) => ({ ...item, product_id: `gone-${index}`, quantity: 1 }))
  await cart.leaveInStore(JSON.stringify({ items }))
  await cart.open()
  await expect(page.getByRole('button', { name: `Remove ${product_name}`, exact: true })).toHaveCount(100)
})
