import type { Locator, Page } from '@playwright/test'
import { PRODUCT } from './addresses.ts'
import { expect, ONCE, test } from './fixtures.ts'

/** A product of the demo catalog with a video among its pictures. */
const WITH_VIDEO = '107'

const thumbnails = (page: Page): Locator => page.getByRole('list', { name: 'Pictures' }).getByRole('button')
const video = (page: Page): Locator => page.getByRole('main').locator('video')

/** From here on the backend says this of the test product. */
async function say(page: Page, change: object): Promise<void> {
  await page.route(`**/api/products/${PRODUCT.product_id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), ...change } })
  })
}

test('a chosen thumbnail is the main picture', ONCE, async ({ page, product }) => {
  await product.open(PRODUCT.product_id)
  const second = thumbnails(page).nth(1)
  const label = (await second.getByRole('img').getAttribute('alt')) ?? ''
  await second.click()
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('[data-zoom]').getByRole('img', { name: label })).toBeVisible()
})

test(
  'main picture, multi picture and the pictures of all variants stand once each, at most 10',
  ONCE,
  async ({ page, product }) => {
    const files = (from: number, count: number) => Array.from({ length: count }, (_, i) => `nothing-${from + i}.jpg`)
    await say(page, {
      image_url: 'nothing-0.jpg',
      images: undefined,
      multi_image_url: 'nothing-1.jpg',
      variants: [{ images: files(0, 7) }, { images: files(5, 7) }],
    })
    await page.route('**/images/nothing-*', (route) => route.fulfill({ path: 'storefront/public/favicon.svg' }))
    await product.open(PRODUCT.product_id)
    await expect(thumbnails(page)).toHaveCount(10)
    for (const thumbnail of await thumbnails(page).all()) await expect(thumbnail).toBeVisible()
  },
)

test(
  'a video has the video thumbnail, plays muted over and over, can be paused, and has no zoom',
  ONCE,
  async ({ page, product }) => {
    await product.open(WITH_VIDEO)
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
    await thumbnails(page).filter({ hasText: '(video)' }).click()
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeHidden()
    for (const property of ['autoplay', 'muted', 'loop']) await expect(video(page)).toHaveJSProperty(property, true)
    await expect(video(page)).toHaveJSProperty('paused', false)
    await page.getByRole('button', { name: 'Pause video' }).click()
    await expect(video(page)).toHaveJSProperty('paused', true)
    await page.getByRole('button', { name: 'Play video' }).click()
    await expect(video(page)).toHaveJSProperty('paused', false)
  },
)

test('a video does not start by itself under reduced motion', ONCE, async ({ page, product }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await product.open(WITH_VIDEO)
  await thumbnails(page).filter({ hasText: '(video)' }).click()
  await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible()
  await expect(video(page)).toHaveJSProperty('paused', true)
  await expect(video(page)).toHaveJSProperty('autoplay', false)
})

test('hostile HTML in a description does nothing', ONCE, async ({ page, product, allow }) => {
  allow(/violates the following Content Security Policy/, 'the policy stands behind what sanitises, and says so')
  const hostile = `<p>Canvas and <strong>leather</strong>.</p><img src=x onerror="window.hit=1"><script>window.hit=1</script>
    <a href="javascript:window.hit=1">Click</a><svg onload="window.hit=1"></svg><iframe srcdoc="<script>top.hit=1</script>"></iframe>
    <style>body{display:none}</style><form action="https://elsewhere.example"><input name=card></form>`
  await say(page, { description: hostile })
  await product.open(PRODUCT.product_id)
  await expect(page.getByText('Canvas and leather.')).toBeVisible()
  await expect(page.getByText('Canvas and leather.').locator('strong')).toHaveText('leather')
  const about = page.getByRole('region', { name: 'About this product' })
  await expect(about.locator('iframe, script, style, form, input, a, img')).toHaveCount(0)
  expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined()
})

test('the Cart panel lists product, quantity and price of each line and a total', async ({ page, product }) => {
  await product.open(PRODUCT.product_id)
  const panel = page.getByRole('region', { name: 'Cart' })
  await expect(panel.getByText('Your cart is empty')).toBeVisible()
  await product.add()
  await product.add()
  await expect(panel.getByRole('row', { name: `${PRODUCT.product_name} 2 $158.00` })).toBeVisible()
  await expect(panel.getByRole('row', { name: 'Total $158.00' })).toBeVisible()
})

for (const [what, path, call, words] of [
  ['products', '/shop', '**/api/products', 'Loading products...'],
  ['product details', `/product/${PRODUCT.product_id}`, '**/api/products/*', 'Loading product details...'],
] as const) {
  test(`on the way to ${what} without data at hand it says '${words}'`, ONCE, async ({ page }) => {
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.goto('/about')
    await page.route(call, async (route) => {
      await held
      await route.continue()
    })
    await page.evaluate((address) => {
      history.pushState({ usr: null, key: 'test', idx: 1 }, '', address)
      window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    }, path)
    await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
    answer()
    await expect(page.getByText(PRODUCT.product_name).first()).toBeVisible()
    await expect(page.getByText(words)).toBeHidden()
  })
}
