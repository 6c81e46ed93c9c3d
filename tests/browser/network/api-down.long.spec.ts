import type { Page } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { type Allow, expect, ONCE, test } from '../fixtures.ts'
import { expectShownFor } from '../timed.ts'
import { seedStorage } from '../visit-storage.ts'

const API = /\/api\//
const LIST_FAILED = 'Failed to fetch products'
const PRODUCT_FAILED = 'Failed to load product details'

/** From here on no call gets a response; pages and pictures still do. */
async function takeApiDown(page: Page, allow: Allow): Promise<void> {
  allow(/ERR_FAILED|\/api\/|fetch|answer|status of 500|product/i, 'the API is down in this test')
  await page.route(API, (route) => route.abort())
}

async function tryAgain(page: Page): Promise<void> {
  await page.unroute(API)
  await page.getByRole('button', { name: 'Try again' }).first().click()
}

test('a list on the screen stays when its refresh fails, and Try again works', ONCE, async ({ page, shop, allow }) => {
  const main = page.getByRole('main')
  const popup = page.locator('[data-popup]')
  await page.clock.install()
  await takeApiDown(page, allow)
  await shop.open()
  await expect(main.getByText(LIST_FAILED)).toBeVisible()
  await expect(shop.card(PRODUCT.product_name)).toBeVisible()
  await expect(popup).toBeVisible()
  await popup.getByRole('button', { name: 'Close' }).click()
  await test.step('the message closes by itself after 5 seconds', () =>
    expectShownFor(page, 5000, popup, () => main.getByRole('button', { name: 'Try again' }).click()))
  await tryAgain(page)
  await expect(main.getByText(LIST_FAILED)).toBeHidden()
  await expect(shop.card(PRODUCT.product_name)).toBeVisible()

  await test.step('a failure that is over is not reported again on the next visit to the list', async () => {
    await shop.openProduct(PRODUCT.product_name)
    // By then the list is fetched again.
    await page.clock.fastForward(11_000)
    const refreshed = page.waitForResponse(/\/api\/products$/)
    await page.goBack()
    await shop.expectOpen()
    await refreshed
    await expect(popup).toHaveCount(0)
  })
})

test(
  'without a response the cart keeps its items, and a list says that it failed',
  ONCE,
  async ({ page, shop, cart, allow }) => {
    const main = page.getByRole('main')
    const items = [{ ...PRODUCT, quantity: 1, stock_quantity: 20 }]
    await seedStorage(page, { cart: JSON.stringify({ items }) })
    await takeApiDown(page, allow)
    await cart.open()
    await cart.expectCount(1)
    await cart.expectTotal('$79.00')

    await test.step('a cart whose stock refresh failed leads on to checkout', async () => {
      const name = 'Proceed to Checkout'
      await page.getByRole('button', { name }).or(page.getByRole('link', { name })).click()
      await expect(page).toHaveURL(/\/(checkout|login)/)
    })

    await test.step('a list that never came says so, and Try again brings it', async () => {
      await page.getByRole('banner').getByRole('link', { name: 'Shop', exact: true }).click()
      await expect(main.getByText(LIST_FAILED)).toBeVisible()
      await tryAgain(page)
      await expect(shop.card(PRODUCT.product_name)).toBeVisible()
    })

    await test.step('so does a product that could not be loaded', async () => {
      await page.route(API, (route) => route.fulfill({ status: 500, json: {} }))
      await shop.card(PRODUCT.product_name).click()
      await expect(main.getByText(PRODUCT_FAILED)).toBeVisible()
      await tryAgain(page)
      await expect(page.getByRole('heading', { level: 1, name: PRODUCT.product_name })).toBeVisible()
    })
  },
)

test(
  'a product on the screen stays when its refresh fails, and Try again works',
  ONCE,
  async ({ page, product, allow }) => {
    const main = page.getByRole('main')
    const name = page.getByRole('heading', { level: 1, name: PRODUCT.product_name })
    await takeApiDown(page, allow)
    await product.open(PRODUCT.product_id)
    await expect(main.getByText(PRODUCT_FAILED)).toBeVisible()
    await expect(name).toBeVisible()

    await test.step('so it does when its refresh cannot be read', async () => {
      await page.route(API, (route) => route.fulfill({ body: '<html>Sign in to this network</html>' }))
      await page.getByRole('button', { name: 'Try again' }).first().click()
      await expect(main.getByText('Invalid product data format')).toBeVisible()
      await expect(name).toBeVisible()
    })

    await tryAgain(page)
    await expect(main.getByText('Invalid product data format')).toBeHidden()
    await expect(main.getByText(PRODUCT_FAILED)).toBeHidden()
  },
)
