import type { Page } from '@playwright/test'
import { isPageHydrated } from '../../harness/browser/hydrated.ts'
import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'

const CALL = /\/api\/products\/\d+$/

/** Holds the responses to product calls until the returned function is called. */
async function holdProducts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(CALL, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('focus waits for the heading of a product that comes later', ONCE, async ({ page, shop, product }) => {
  await shop.open()
  const release = await holdProducts(page)
  await shop.card(PRODUCT.product_name).click()
  await expect(page.getByText('Loading product details...')).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1, name: PRODUCT.product_name })).toBeFocused()
  await page.getByRole('link', { name: 'See it in grey' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Grey$/ })).toBeFocused()
  await expect(product.addButton()).toBeVisible()
})

test('focus stays where the visitor has moved it', ONCE, async ({ page, shop }) => {
  await shop.open()
  const release = await holdProducts(page)
  await shop.card(PRODUCT.product_name).click()
  await expect(page.getByText('Loading product details...')).toBeVisible()
  const search = page.getByRole('banner').getByLabel('Search products')
  await search.focus()
  release()
  await expect(page.getByRole('heading', { level: 1, name: PRODUCT.product_name })).toBeVisible()
  await expect(search).toBeFocused()
})

test('Try again keeps the focus, and hands it to the heading of what comes', ONCE, async ({ page, allow }) => {
  allow(/status of 500|api\/products/, 'the calls fail in this test')
  await page.goto('/login')
  // A page that is not hydrated yet does not follow the address.
  await page.waitForFunction(isPageHydrated)
  for (const [pattern, address, heading] of [
    [CALL, `/product/${PRODUCT.product_id}`, PRODUCT.product_name],
    [/\/api\/products$/, '/shop', 'Shop'],
  ] as const) {
    await page.route(pattern, (route) => route.fulfill({ status: 500, json: { success: false } }))
    await page.evaluate((to) => {
      history.pushState({ usr: null, key: 'test', idx: 1 }, '', to)
      window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    }, address)
    const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await expect(retry).toBeVisible()
    await page.unroute(pattern)
    await retry.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  }
})

test('pictures and videos of another host are shown (R9)', ONCE, async ({ page, product, allow }) => {
  allow(/cdn\.example/, 'the catalog names another host in this test')
  await page.route('https://cdn.example/bag.jpg', (route) => route.fulfill({ path: 'catalog/photos/pair.jpg' }))
  await page.route('https://cdn.example/bag.mp4', (route) =>
    route.fulfill({ path: 'catalog/photos/hybrid-full-blue-spin.mp4', contentType: 'video/mp4' }),
  )
  await page.route(`**/api/products/${PRODUCT.product_id}`, async (route) => {
    const response = await route.fetch()
    const pictures = {
      image_url: 'https://cdn.example/bag.jpg',
      images: [],
      multi_image_url: 'https://cdn.example/bag.mp4',
      variants: [{ images: ['https://CDN.example/bag.jpg'] }],
    }
    await route.fulfill({ response, json: { ...(await response.json()), ...pictures } })
  })
  await product.open(PRODUCT.product_id)
  await expect(product.thumbnails()).toHaveCount(2)
  const picture = page.locator('[data-zoom] img')
  await expect(picture).toHaveAttribute('src', 'https://cdn.example/bag.jpg')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await product.thumbnails().nth(1).click()
  const video = page.getByRole('main').locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0)
})
