import type { Page } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'

const NAME = PRODUCT.product_name
const BANNER = 'Some items were adjusted to available stock. Please review your cart.'
const ZERO = `Cannot proceed to checkout. "${NAME}" has a quantity of 0.`
const CHECK = '**/api/cart/validate-stock'
const OTHER = { product_id: '107', product_name: 'Another bag', price: 12, quantity: 1, stock_quantity: 5 }

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' })
const popups = (page: Page) => page.locator('[data-popup]')

/** From here on the test product has this stock; its call ends once `release` is called. */
async function holdStock(page: Page, stock_quantity: number): Promise<() => void> {
  const path = `**/api/products/${PRODUCT.product_id}`
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.unroute(path)
  await page.route(path, async (route) => {
    const response = await route.fetch()
    const json = { ...(await response.json()), stock_quantity }
    await released
    await route.fulfill({ response, json })
  })
  return release
}

/** Loads the cart anew, and clicks Proceed while the product is refreshed to this stock. */
async function proceedDuringRefresh(page: Page, stock_quantity: number): Promise<void> {
  const release = await holdStock(page, stock_quantity)
  await page.reload()
  const checked = page.waitForResponse(CHECK)
  await proceed(page).click()
  await checked
  await expect(page.getByRole('main').getByText('Checking stock')).toBeVisible()
  release()
}

test('a refresh that cuts a line says so, and keeps Proceed from the checkout', ONCE, async ({ page, cart }) => {
  const release = await holdStock(page, 3)
  release()

  await test.step('it caps the quantity, says what changed, and keeps the totals right', async () => {
    await cart.openWith([{ ...PRODUCT, quantity: 5, stock_quantity: 20 }, OTHER])
    await expect(page.getByRole('alert').getByText(BANNER)).toBeVisible()
    await expect(cart.line(NAME)).toContainText('was 5, now 3 in stock')
    await cart.expectCount(4)
    await cart.expectTotal('$249.00')
    await cart.expectBadge(4)
    await expect(page.getByRole('button', { name: `Increase quantity of ${NAME}` })).toBeDisabled()
  })

  await test.step('Proceed waits for the refresh that is under way, and stays when it cuts a line', async () => {
    await proceedDuringRefresh(page, 2)
    await expect(page.getByText(BANNER)).toBeVisible()
    await expect(cart.line(NAME)).toContainText('was 3, now 2 in stock')
    await expect(page).toHaveURL('/cart')
  })

  await test.step('a line that sells out during the check keeps the cart from checkout', async () => {
    await proceedDuringRefresh(page, 0)
    // One message at a time: the next one shows when the banner is closed.
    await expect(page.getByText(BANNER)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(ZERO)).toBeVisible()
    await expect(page.getByText(BANNER)).toBeHidden()
    await expect(popups(page)).toHaveCount(1)
    await expect(page).toHaveURL('/cart')
    await expect(cart.line(NAME)).toContainText('Sold Out')
    await cart.expectCount(1)
    expect(await cart.stored()).toMatchObject({ items: [{ quantity: 1, stock_quantity: 0 }, { quantity: 1 }] })
  })

  await test.step('its message is as wide as the screen allows, and can be closed', async () => {
    for (const [width, popup] of [
      [360, 360 - 32],
      [1440, 400],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect(popups(page)).toHaveCSS('width', `${popup}px`)
    }
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByText(ZERO)).toBeHidden()
  })

  await test.step('the sold-out line blocks until it is removed', async () => {
    await proceed(page).click()
    await expect(page.getByText(ZERO)).toBeVisible()
    await expect(page).toHaveURL('/cart')
    await cart.remove(NAME)
    await proceed(page).click()
    await expect(page).toHaveURL('/login')
  })
})

// A response that cannot be read fails alike: contract/http/client.test.ts, storefront/cart/use-proceed.test.ts.
test(
  'a stock check that fails leaves the cart unchanged, is logged, and lets the shopper go on',
  ONCE,
  async ({ page, cart, allow }) => {
    allow(/Failed to load resource.*500/, 'this test has the check fail')
    await page.route(CHECK, (route) => route.fulfill({ status: 500, json: { success: false } }))
    await cart.openWith([{ ...PRODUCT, quantity: 5, stock_quantity: 20 }])
    const logged = page.waitForEvent('console', (message) => message.text().includes('stock could not be checked'))
    await proceed(page).click()
    await logged
    await expect(page).toHaveURL('/login')
    await page.goBack()
    await cart.expectCount(5)
  },
)
