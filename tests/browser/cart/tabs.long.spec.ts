import { PRODUCT } from '../addresses.ts'
import { ProductPage } from '../catalog/product-page.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { Cart } from './cart.ts'

test('a change in one tab shows in the other', ONCE, async ({ context, product, cart }) => {
  await product.open(PRODUCT.product_id)
  const secondTab = await context.newPage()
  const there = new ProductPage(secondTab)
  await there.open(PRODUCT.product_id)
  await there.add()
  await cart.expectBadge(1)
  await product.add()
  await new Cart(secondTab).expectBadge(2)
})

test('Undo does not take back what another tab has added since', ONCE, async ({ context, product, cart }) => {
  await product.open(PRODUCT.product_id)
  await product.add()
  const other = await context.newPage()
  await other.goto('/cart')
  await other.getByRole('button', { name: `Remove ${PRODUCT.product_name}` }).click()
  await expect(other.getByRole('button', { name: 'Undo' })).toBeVisible()
  await product.add()
  await product.add()
  await expect(other.getByRole('button', { name: 'Undo' })).toBeHidden()
  await cart.expectBadge(2)
})

test('a page restored by Back shows the cart as it is', ONCE, async ({ page, product, cart }) => {
  await product.open(PRODUCT.product_id)
  await product.add()
  await cart.expectBadge(1)
  // A frozen page receives no events of other pages; the browser only fires that it is shown again.
  await page.evaluate(() => {
    localStorage.setItem('cart', '{"items":[]}')
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await cart.expectBadge(0)
})

test(
  'Back from a page that was loaded anew shows the cart as it is',
  ONCE,
  async ({ page, context, product, cart }) => {
    await product.open(PRODUCT.product_id)
    await cart.expectBadge(0)
    await page.goto('/about')
    const there = new ProductPage(await context.newPage())
    await there.open(PRODUCT.product_id)
    await there.add()
    await page.goBack()
    await cart.expectBadge(1)
  },
)

test(
  'a line keeps saying what the stock changed when another tab changes another line',
  ONCE,
  async ({ context, page, cart }) => {
    await page.route(/\/api\/products\/101$/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), stock_quantity: 1 } })
    })
    const { product_id, product_name, price } = PRODUCT
    const item = { product_id, product_name, price, quantity: 3, stock_quantity: 24 }
    await cart.seedFirstLoad(JSON.stringify({ items: [item] }))
    await cart.open()
    await expect(cart.line(product_name)).toContainText('was 3, now 1 in stock')
    const there = new ProductPage(await context.newPage())
    await there.open('103')
    await there.add()
    await cart.expectBadge(2)
    await expect(cart.line(product_name)).toContainText('was 3, now 1 in stock')
  },
)
