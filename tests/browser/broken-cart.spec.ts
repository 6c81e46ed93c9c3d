import { PRODUCT } from './addresses.ts'
import { expect, test } from './fixtures.ts'

const { product_id, product_name, price } = PRODUCT
const item = { product_id, product_name, price, quantity: 2, stock_quantity: 24 }

// What else a browser may have kept is told in the contract's tests of the stored cart.
test('a stored cart that cannot be read is an empty cart', async ({ cart }) => {
  await cart.leaveInStore('{"items":[')
  await cart.open()
  await cart.expectEmpty()
  await cart.expectBadge(0)
})

test('a stored cart with broken items is shown repaired', async ({ cart }) => {
  await cart.leaveInStore(JSON.stringify({ items: [null, { ...item, price: '79.00' }, { quantity: 3 }] }))
  await cart.open()
  await cart.expectCount(2)
  await cart.expectTotal('$158.00')
})

test('a stored cart of 500 items is cut, shown and can be emptied', async ({ page, cart, allow }) => {
  allow(/40[48]|429/, 'most of these products do not exist, and so many calls may be limited')
  const items = Array.from({ length: 500 }, (_, index) => ({ ...item, product_id: `gone-${index}`, quantity: 1 }))
  await cart.leaveInStore(JSON.stringify({ items }))
  await cart.open()
  await expect(page.getByRole('button', { name: `Remove ${product_name}`, exact: true })).toHaveCount(100)
})
