import type { Page } from '@playwright/test'
import { PRODUCT } from './addresses.ts'
import { type Allow, expect, ON_PHONES, ONCE, test } from './fixtures.ts'

/** From here on no further code of the shop arrives, as after a new release or on a train. */
async function loseCode(page: Page, allow: Allow): Promise<void> {
  allow(/assets|ERR_FAILED|dynamically imported/, 'code cannot be fetched in this test')
  await page.route(/\/assets\/.*\.js/, (route) => route.abort())
}

test('a button that is pressed before the code is there answers once it is', ONCE, async ({ page, product }) => {
  let arrive = () => {}
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(/\/assets\/.*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/product/${PRODUCT.product_id}`, { waitUntil: 'commit' })
  await product.addButton().click()
  arrive()
  await expect(product.addedPopup()).toBeVisible()
})

test(
  'a page whose code does not arrive says so, asks once, and Try again brings it',
  ONCE,
  async ({ page, shop, allow }) => {
    await shop.open()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/assets/cart-page')) asked += 1
    })
    await loseCode(page, allow)
    await page.getByRole('link', { name: /^Cart/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible()
    expect(asked).toBeLessThan(5)
    await page.unroute(/\/assets\/.*\.js/)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Shopping cart' })).toBeVisible()
  },
)

test('a page that could not be loaded leads on to the pages that can', ONCE, async ({ page, shop, allow }) => {
  await shop.open()
  await loseCode(page, allow)
  await page.getByRole('link', { name: /^Cart/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible()
  await page.goBack()
  await shop.expectOpen()
})

test('a message whose looks do not arrive is told in plain words', ONCE, async ({ page, product, cart, allow }) => {
  await product.open(PRODUCT.product_id)
  await loseCode(page, allow)
  await product.add()
  await cart.expectBadge(1)
})

test('a menu that does not arrive leaves the page as it is', ON_PHONES, async ({ page, shop, allow }) => {
  await shop.open()
  await loseCode(page, allow)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(page.getByText('The menu could not be opened')).toBeVisible()
  await shop.expectOpen()
})

test('who leaves the cart during the stock check is not called to checkout', ONCE, async ({ page, product, cart }) => {
  await product.open(PRODUCT.product_id)
  await product.add()
  await cart.open()
  const answer = Promise.withResolvers<void>()
  await page.route(/validate-stock/, async (route) => {
    await answer.promise
    await route.continue()
  })
  const checked = page.waitForResponse(/validate-stock/)
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'home' }).click()
  await expect(page).toHaveURL('/')
  answer.resolve()
  await checked
  await expect(page).toHaveURL('/')
})
