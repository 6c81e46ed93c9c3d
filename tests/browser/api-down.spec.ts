import type { Page } from '@playwright/test'
import { PRODUCT } from './addresses.ts'
import { type Allow, expect, test } from './fixtures.ts'

const API = /\/api\//
const ONE_PRODUCT = /\/api\/products\/[^/]+$/

/** From here on no call gets an answer; pages and pictures still do. */
async function takeApiDown(page: Page, allow: Allow): Promise<void> {
  allow(/ERR_FAILED|\/api\/|fetch|answer/i, 'the API is down in this test')
  await page.route(API, (route) => route.abort())
}

async function tryAgain(page: Page): Promise<void> {
  await page.unroute(API)
  await page.getByRole('button', { name: 'Try again' }).first().click()
}

test('a list on the screen stays when its refresh fails, and Try again works', async ({ page, shop, allow }) => {
  await takeApiDown(page, allow)
  await shop.open()
  await expect(page.getByRole('main').getByText('Failed to fetch products')).toBeVisible()
  await expect(shop.card(PRODUCT.product_name)).toBeVisible()
  await tryAgain(page)
  await expect(page.getByRole('main').getByText('Failed to fetch products')).toBeHidden()
  await expect(shop.card(PRODUCT.product_name)).toBeVisible()
})

test('a list that never came says so, and Try again brings it', async ({ page, shop, allow }) => {
  await page.goto('/about')
  await takeApiDown(page, allow)
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/shop"]')?.click())
  await expect(page.getByRole('main').getByText('Failed to fetch products')).toBeVisible()
  await tryAgain(page)
  await expect(shop.card(PRODUCT.product_name)).toBeVisible()
})

test('a product on the screen stays when its refresh fails, and Try again works', async ({ page, product, allow }) => {
  await takeApiDown(page, allow)
  await product.open(PRODUCT.product_id)
  await expect(page.getByRole('main').getByText('Failed to load product details')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: PRODUCT.product_name })).toBeVisible()
  await tryAgain(page)
  await expect(page.getByRole('main').getByText('Failed to load product details')).toBeHidden()
})

test('a cart keeps its items when the stock refresh fails, and leads on to checkout', async ({
  page,
  product,
  cart,
  allow,
}) => {
  await product.open(PRODUCT.product_id)
  await product.add()
  await takeApiDown(page, allow)
  await cart.open()
  await cart.expectCount(1)
  await cart.expectTotal('$79.00')
  const name = 'Proceed to Checkout'
  await page.getByRole('button', { name }).or(page.getByRole('link', { name })).click()
  await expect(page).toHaveURL(/\/(checkout|login)/)
})

const UNUSABLE: Record<string, { status: number; body: string; shown: string }> = {
  'is missing': { status: 404, body: '{"success":false,"error":"not_found"}', shown: 'Product not found' },
  'is null': { status: 200, body: 'null', shown: 'Product not found' },
  'is no object': { status: 200, body: '"a bag"', shown: 'Invalid product data format' },
  'has no product_id': { status: 200, body: '{"product_name":"A bag"}', shown: 'Invalid product data structure' },
  'holds an error': { status: 200, body: '{"error":"no","product_id":"101"}', shown: 'Invalid product data structure' },
  'failed on the server': { status: 500, body: '{}', shown: 'Failed to load product details' },
}

test('a product call that fails or says nothing usable shows what is wrong', async ({ page, shop, allow }) => {
  allow(/404|500|product/i, 'the responses are wrong on purpose')
  await shop.open()
  for (const [index, [what, { shown, ...response }]] of Object.entries(UNUSABLE).entries()) {
    await test.step(`a response that ${what} shows '${shown}'`, async () => {
      await page.route(ONE_PRODUCT, (route) => route.fulfill({ ...response, contentType: 'application/json' }))
      // Another product each time, since what has been found out of one is remembered.
      await shop.cards().nth(index).click()
      await expect(page).toHaveURL(/\/product\//)
      await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
      await page.unroute(ONE_PRODUCT)
      await page.goBack()
      await shop.expectOpen()
    })
  }
})

test('a product on the screen stays when its refresh cannot be read', async ({ page, product, allow }) => {
  allow(/product/i, 'the answer is wrong on purpose')
  await page.route(/\/api\/products\/101$/, (route) => route.fulfill({ body: '<html>Sign in to this network</html>' }))
  await product.open(PRODUCT.product_id)
  await expect(page.getByRole('main').getByText('Invalid product data format')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: PRODUCT.product_name })).toBeVisible()
  await page.unroute(/\/api\/products\/101$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main').getByText('Invalid product data format')).toBeHidden()
})

test('a failure that was mended is not told again on the next visit to the list', async ({ page, shop, allow }) => {
  await page.clock.install()
  await takeApiDown(page, allow)
  await shop.open()
  await expect(page.locator('[data-popup]')).toBeVisible()
  await page.locator('[data-popup]').getByRole('button', { name: 'Close' }).click()
  await tryAgain(page)
  await expect(page.getByRole('main').getByText('Failed to fetch products')).toBeHidden()
  await shop.openProduct(PRODUCT.product_name)
  // By then the list is asked for again.
  await page.clock.fastForward(11_000)
  const refreshed = page.waitForResponse(/\/api\/products$/)
  await page.goBack()
  await shop.expectOpen()
  await refreshed
  await expect(page.locator('[data-popup]')).toHaveCount(0)
})
