import type { Page } from '@playwright/test'
import { PRODUCT } from './addresses.ts'
import type { Cart } from './cart.ts'
import { expect, ONCE, test } from './fixtures.ts'

const NAME = PRODUCT.product_name
const BANNER = 'Some items were adjusted to available stock. Please review your cart.'
const ZERO = `Cannot proceed to checkout. "${NAME}" has a quantity of 0.`
const CHECK = '**/api/cart/validate-stock'

const stored = (quantity: number) => JSON.stringify({ items: [{ ...PRODUCT, quantity, stock_quantity: 20 }] })
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' })

/** The product's call answers with these fields, once `release` is called; the stock check answers as the stock is. */
async function holdRefresh(page: Page, fields: { stock_quantity?: number }): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(`**/api/products/${PRODUCT.product_id}`, async (route) => {
    const response = await route.fetch()
    const { stock_quantity: _, ...product } = await response.json()
    await released
    await route.fulfill({ response, json: { ...product, ...fields } })
  })
  return release
}

async function clickBeforeRefresh(page: Page, cart: Cart, fields: { stock_quantity: number }): Promise<void> {
  const release = await holdRefresh(page, fields)
  await cart.leaveInStore(stored(5))
  await cart.open()
  const checked = page.waitForResponse(CHECK)
  await proceed(page).click()
  await checked
  await expect(page.getByRole('main').getByText('Checking stock')).toBeVisible()
  release()
}

test('Proceed waits for the refresh that is under way, and stays when it cuts a line', ONCE, async ({ page, cart }) => {
  await clickBeforeRefresh(page, cart, { stock_quantity: 3 })
  await expect(page.getByText(BANNER)).toBeVisible()
  await expect(cart.line(NAME)).toContainText('was 5, now 3 in stock')
  await expect(page).toHaveURL('/cart')
  await proceed(page).click()
  await expect(page).toHaveURL('/login')
})

test('a line that sells out during the check keeps the cart from checkout', ONCE, async ({ page, cart }) => {
  await clickBeforeRefresh(page, cart, { stock_quantity: 0 })
  await expect(page.getByText(ZERO)).toBeVisible()
  // One message at a time: the banner has gone before.
  await expect(page.locator('[data-popup]')).toHaveCount(1)
  await expect(page.getByText(BANNER)).toBeHidden()
  await expect(page).toHaveURL('/cart')
  await expect(cart.line(NAME)).toContainText('Sold Out')
})

test('a check that takes longer says so', ONCE, async ({ page, cart }) => {
  await page.clock.install()
  await page.route(CHECK, () => {})
  await cart.leaveInStore(stored(2))
  await cart.open()
  await proceed(page).click()
  await expect(page.getByRole('main').getByText('Checking stock')).toBeVisible()
  await page.clock.runFor(3100)
  await expect(page.getByRole('main').getByText('takes longer than usual')).toBeVisible()
})

test('a refresh without a stock leaves the line as it is', ONCE, async ({ page, cart }) => {
  const release = await holdRefresh(page, {})
  release()
  await cart.leaveInStore(stored(5))
  await cart.open()
  await expect(cart.line(NAME)).toContainText('Color:Blue')
  await expect(cart.line(NAME)).not.toContainText('Sold Out')
  await cart.expectCount(5)
  await cart.expectTotal('$395.00')
})

test("today's price stands beside the one of the day it was added", ONCE, async ({ cart }) => {
  const item = { ...PRODUCT, price: 75.5, quantity: 2, stock_quantity: 20 }
  await cart.leaveInStore(JSON.stringify({ items: [item] }))
  await cart.open()
  await expect(cart.line(NAME)).toContainText('Added at $75.50 each, today $79.00')
  await cart.expectTotal('$151.00')
})

test(
  'lines that were too many for a cart are told of on its page, and one more is refused',
  ONCE,
  async ({ page, product, cart }) => {
    // A hundred calls that the test has nothing to say of.
    await page.route(/\/api\/products\/gone-/, () => {})
    const items = Array.from({ length: 101 }, (_, index) => ({
      ...PRODUCT,
      product_id: `gone-${index}`,
      quantity: 1,
      stock_quantity: 9,
    }))
    await cart.leaveInStore(JSON.stringify({ items }))
    await cart.open()
    const note = page.getByRole('main').getByText('The first 100 were kept.')
    await expect(note).toBeVisible()
    await cart.expectCount(100)
    await product.open(PRODUCT.product_id)
    await product.addButton().click()
    const refused = 'Your cart holds 100 different products, the most it can. Remove one to add another.'
    await expect(page.locator('[data-popup]').getByText(refused)).toBeVisible()
    await expect(page.getByRole('main').getByText(refused)).toBeVisible()
    await cart.expectBadge(100)
  },
)

test('focus stays on the stepper at its ends', ONCE, async ({ page, cart }) => {
  await cart.leaveInStore(stored(2))
  await cart.open()
  await expect(cart.line(NAME)).toContainText('Color:Blue')
  const decrease = page.getByRole('button', { name: `Decrease quantity of ${NAME}` })
  await decrease.press('Enter')
  await cart.expectCount(1)
  await expect(decrease).toBeFocused()
  await expect(decrease).toBeDisabled()
  await decrease.press('Enter')
  await cart.expectCount(1)
  const increase = page.getByRole('button', { name: `Increase quantity of ${NAME}` })
  for (let quantity = 2; quantity <= 10; quantity += 1) await increase.press('Enter')
  await cart.expectCount(10)
  await expect(increase).toBeFocused()
  await expect(increase).toBeDisabled()
})
