import { PRODUCT } from './addresses.ts'
import { test } from './fixtures.ts'

const { product_id, product_name, price } = PRODUCT
const item = { product_id, product_name, price, quantity: 2, stock_quantity: 24 }

// What else a browser may have stored, 500 items among it: storefront/cart/cart-storage.test.ts. More lines than a cart
// holds are shown in cart-proceed.spec.ts.
test('a stored cart that cannot be read is an empty cart', async ({ cart }) => {
  await cart.seedFirstLoad('{"items":[')
  await cart.open()
  await cart.expectEmpty()
  await cart.expectBadge(0)
})

test('a stored cart with broken items is shown repaired', async ({ cart }) => {
  await cart.seedFirstLoad(JSON.stringify({ items: [null, { ...item, price: '79.00' }, { quantity: 3 }] }))
  await cart.open()
  await cart.expectCount(2)
  await cart.expectTotal('$158.00')
})
