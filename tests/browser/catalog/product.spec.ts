import type { Locator, Page } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { expectAligned } from '../appearance/alignment.ts'
import { expect, ONCE, test } from '../fixtures.ts'

/** A product of the demo catalog with a video among its pictures. */
const WITH_VIDEO = '107'

const video = (page: Page): Locator => page.getByRole('main').locator('video')

test('pictures are chosen, seen on the full screen, and large on a wide screen', ONCE, async ({ page, product }) => {
  await product.open(PRODUCT.product_id)

  await test.step('a tap opens the picture on the full screen, with the same zoom', async () => {
    await page.locator('[data-zoom]').click()
    const viewer = page.getByRole('dialog', { name: `Pictures of ${PRODUCT.product_name}` })
    await expect(viewer.getByRole('status').filter({ hasText: 'Picture 1 of 3' })).toBeAttached()
    await page.keyboard.press('ArrowRight')
    await expect(viewer.getByText('Picture 2 of 3')).toBeAttached()
    await viewer.getByRole('button', { name: 'Zoom in' }).click()
    await page.keyboard.press('ArrowRight')
    const picture = viewer.locator('[data-zoom]')
    await expect(picture).toHaveAttribute('data-zoom', '1.25')
    expect(await picture.evaluate((element) => element.style.transform)).toBe('translate(-12.5%, 0%) scale(1.25)')
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(page.getByRole('button', { name: 'Full screen', exact: true })).toBeFocused()
  })

  await test.step('Back closes it, and what was closed otherwise leaves nothing in the history', async () => {
    const viewer = page.getByRole('dialog', { name: `Pictures of ${PRODUCT.product_name}` })
    await page.locator('[data-zoom]').click()
    await expect(viewer).toBeVisible()
    await page.goBack()
    await expect(viewer).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`/${PRODUCT.product_id}`))
    const isFirst = () => page.evaluate(() => window.history.state.idx === 0)
    await expect.poll(isFirst).toBe(true)
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => viewer.getByRole('button', { name: 'Close' }).click(),
    ]) {
      await page.locator('[data-zoom]').click()
      await expect(viewer).toBeVisible()
      await expect.poll(isFirst).toBe(false)
      await close()
      await expect.poll(isFirst).toBe(true)
    }
  })

  await test.step('a chosen thumbnail is the main picture', async () => {
    const third = product.thumbnails().nth(2)
    const label = (await third.getByRole('img').getAttribute('alt')) ?? ''
    await third.click()
    await expect(third).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('[data-zoom]').getByRole('img', { name: label })).toBeVisible()
  })

  await test.step('on a wide screen it is 800 pixels or more, and others stand below it in two columns', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    await expect.poll(async () => (await page.locator('[data-zoom]').boundingBox())?.width).toBeGreaterThanOrEqual(800)
    const large = page.getByRole('list', { name: 'Large pictures' }).getByRole('button')
    await expect(large).toHaveCount(2)
    await expectAligned('y', large.nth(0), large.nth(1))
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(large.nth(1)).toBeVisible()
  })
})

test('on a desktop the facts stand beside the pictures, and the drawing is large', ONCE, async ({ page, product }) => {
  await product.open(PRODUCT.product_id)
  const facts = page.getByRole('main').locator('dl', { hasText: 'Dimensions' })
  const last = page.getByRole('list', { name: 'Large pictures' }).getByRole('button').last()
  const [factsBox, lastBox] = [await facts.boundingBox(), await last.boundingBox()]
  expect(factsBox?.x ?? 0).toBeGreaterThan((lastBox?.x ?? 0) + (lastBox?.width ?? 0))
  expect(bottomOf(factsBox)).toBeLessThanOrEqual(bottomOf(lastBox))
  await test.step('their column reaches as far down the screen as the pictures do', async () => {
    await page.setViewportSize({ width: 1920, height: 900 })
    await last.evaluate((picture) => picture.scrollIntoView({ block: 'end' }))
    const end = page.getByRole('region', { name: 'Cart', exact: true })
    await expect.poll(async () => bottomOf(await end.boundingBox())).toBeGreaterThan(850)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await page.getByRole('heading', { name: 'About this product' }).evaluate((heading) => heading.scrollIntoView())
  const box = await page.getByRole('img', { name: /^The bag is/ }).boundingBox()
  expect(box?.height ?? 0).toBeGreaterThanOrEqual(400)
  expect(box?.width ?? 0).toBeGreaterThanOrEqual(400)
})

function bottomOf(box: { y: number; height: number } | null): number {
  return (box?.y ?? 0) + (box?.height ?? 0)
}

test('what a backend says of a product is limited and harmless', ONCE, async ({ page, product, allow }) => {
  allow(/violates the following Content Security Policy/, 'the policy stands behind what sanitises, and says so')
  const hostile = `<p>Canvas and <strong>leather</strong>.</p><img src=x onerror="window.hit=1"><script>window.hit=1</script>
    <a href="javascript:window.hit=1">Click</a><svg onload="window.hit=1"></svg><iframe srcdoc="<script>top.hit=1</script>"></iframe>
    <style>body{display:none}</style><form action="https://elsewhere.example"><input name=card></form>
    <table onclick="window.hit=1"><tr><th colspan=2>Height</th><td>17.5 in</td></tr></table><section>Sewn</section>by
    <a href="https://maker.example/" rel="opener" target="_blank">its maker</a>`
  const files = (from: number, count: number) => Array.from({ length: count }, (_, i) => `nothing-${from + i}.jpg`)
  await page.route(`**/api/products/${PRODUCT.product_id}`, async (route) => {
    const response = await route.fetch()
    const change = {
      description: hostile,
      image_url: 'nothing-0.jpg',
      images: undefined,
      multi_image_url: 'nothing-1.jpg',
      variants: [{ images: files(0, 7) }, { images: files(5, 7) }],
    }
    await route.fulfill({ response, json: { ...(await response.json()), ...change } })
  })
  await page.route('**/images/nothing-*', (route) => route.fulfill({ path: 'storefront/public/favicon.svg' }))
  await product.open(PRODUCT.product_id)

  await test.step('main picture, multi picture and those of all variants stand once each, at most 10', async () => {
    await expect(product.thumbnails()).toHaveCount(10)
    for (const thumbnail of await product.thumbnails().all()) await expect(thumbnail).toBeVisible()
  })

  await test.step('hostile HTML in a description does nothing', async () => {
    const text = page.getByText('Canvas and leather.')
    await expect(text).toBeVisible()
    await expect(text.locator('strong')).toHaveText('leather')
    const about = page.getByRole('region', { name: 'About this product' })
    await expect(
      about.locator('iframe, script, style, form, input, img, [onclick], [target], a:not([href^="https://"])'),
    ).toHaveCount(0)
    expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined()
  })

  await test.step('headings, tables and links of a description stay, and words do not run together', async () => {
    const about = page.getByRole('region', { name: 'About this product' })
    await expect(about.getByRole('row')).toHaveText('Height 17.5 in')
    await expect(about.getByRole('link', { name: 'its maker' })).toHaveAttribute('rel', 'nofollow noopener')
    await expect(about.locator('div', { hasText: /^Sewn$/ })).toBeVisible()
  })
})

test(
  'a video has the video thumbnail and no zoom, plays muted over and over, and can be paused',
  ONCE,
  async ({ page, product }) => {
    const thumbnail = product.thumbnails().filter({ hasText: '(video)' })
    await product.open(WITH_VIDEO)

    await test.step('it does not start by itself under reduced motion', async () => {
      await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
      await thumbnail.click()
      await expect(page.getByRole('button', { name: 'Zoom in' })).toBeHidden()
      await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible()
      await expect(video(page)).toHaveJSProperty('paused', true)
      await expect(video(page)).toHaveJSProperty('autoplay', false)
    })

    await test.step('else it does', async () => {
      await product.thumbnails().first().click()
      await expect(video(page)).toHaveCount(0)
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await thumbnail.click()
      for (const property of ['autoplay', 'muted', 'loop']) await expect(video(page)).toHaveJSProperty(property, true)
      await expect(video(page)).toHaveJSProperty('paused', false)
      await page.getByRole('button', { name: 'Pause video' }).click()
      await expect(video(page)).toHaveJSProperty('paused', true)
      await page.getByRole('button', { name: 'Play video' }).click()
      await expect(video(page)).toHaveJSProperty('paused', false)
    })

    await test.step('Back leads to the list where no page was before (R43)', async () => {
      await page.getByRole('main').getByRole('button', { name: 'Back', exact: true }).click()
      await expect(page).toHaveURL('/shop')
    })
  },
)

test('the Cart panel lists product, quantity and price of each line and a total', async ({ page, product }) => {
  await product.open(PRODUCT.product_id)
  const panel = page.getByRole('region', { name: 'Cart' })
  await expect(panel.getByText('Your cart is empty')).toBeVisible()
  await product.add()
  await product.addButton().click()
  await test.step('the popup is a small receipt', async () => {
    await expect(product.addedPopup()).toContainText('Quantity 2')
    await expect(product.addedPopup()).toContainText('Subtotal $158.00')
    await expect(product.addedPopup().getByRole('link', { name: 'Review Cart' })).toHaveAttribute('href', '/cart')
  })
  await test.step('it covers neither the name nor the price', async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    const popup = await page.locator('[data-popup]').boundingBox()
    for (const told of [page.getByRole('heading', { level: 1 }), page.getByRole('main').getByText('$79.00').first()]) {
      const box = await told.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(popup?.y ?? 0)
    }
  })
  await expect(panel.getByRole('row', { name: `${PRODUCT.product_name} 2 $158.00` })).toBeVisible()
  await expect(panel.getByRole('row', { name: 'Total $158.00' })).toBeVisible()
})

test('on a phone pictures are swiped, and a bar has price and button', async ({ page, product, cart }) => {
  await product.open(PRODUCT.product_id)

  await test.step('the bar adds while the button is out of sight', async () => {
    await expect(product.bar()).toBeHidden()
    await page.getByRole('heading', { name: 'About this product' }).evaluate((heading) => heading.scrollIntoView())
    await expect(product.bar()).toContainText('$79.00')
    await product.bar().getByRole('button').tap()
    await expect(product.addedPopup()).toBeVisible()
    await cart.expectBadge(1)
    const bar = await product.bar().boundingBox()
    const popupBottom = async () => bottomOf(await page.locator('[data-popup]').boundingBox())
    // It rises into its place.
    await expect.poll(popupBottom, 'the popup ends above the bar').toBeLessThanOrEqual(bar?.y ?? 0)
    await page.keyboard.press('Escape')
  })

  await test.step('a swipe selects the next picture, without its zoom', async () => {
    await product.zoomIn(1)
    await product.zoomOut(1)
    const track = page.getByRole('group', { name: 'Selected picture' })
    await track.evaluate((element) => element.scrollBy(element.clientWidth, 0))
    await expect(product.thumbnails().nth(1)).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('[data-zoom]')).toHaveAttribute('data-zoom', '1')
    await expect(page.locator('[data-zoom] img')).toBeInViewport()
  })

  await test.step('the bar leaves the button and the footer alone', async () => {
    await product.addButton().scrollIntoViewIfNeeded()
    await expect(product.bar()).toBeHidden()
    await page.getByRole('heading', { name: 'About this product' }).evaluate((heading) => heading.scrollIntoView())
    await expect(product.bar()).toBeVisible()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(product.bar()).toBeHidden()
  })
})

test('delivery date and total are known three taps from a product, and in the cart without another', async ({
  page,
  product,
  cart,
}) => {
  const calls: string[] = []
  page.on('request', (request) => void calls.push(new URL(request.url()).pathname))
  const estimates = () => calls.filter((path) => /^\/api\/.*(?:tax|delivery-options)/.test(path))
  await product.open(PRODUCT.product_id)
  expect(estimates()).toEqual([])
  await page.getByText('Delivery date and total').tap()
  await page.getByLabel('State', { exact: true }).selectOption('Texas')
  const answer = page.getByText(/^Arrives in Texas by \w{3}, \w{3} \d+, \$85\.48 total\.$/)
  await expect(answer).toBeVisible()
  await expect(page.getByText('Estimate: $79.00, free delivery, $6.48 sales tax.')).toBeVisible()
  await product.addButton().tap()
  await cart.expectBadge(1)
  await page.goto('/cart')
  await expect(answer).toBeVisible()
})

/** Ten pictures, the most that a page shows. */
const TEN = Array.from({ length: 10 }, (_, index) => `nothing-${index}.jpg`)

test('the first screen of a phone has picture, name, price, stock and button of a product, and nothing lies over them (R52)', async ({
  page,
  product,
}) => {
  await page.route('**/images/nothing-*', (route) => route.fulfill({ path: 'storefront/public/favicon.svg' }))
  const name = page.getByRole('heading', { level: 1 })
  const parts = [
    page.locator('[data-zoom] img'),
    name,
    page.getByRole('main').getByText('$79.00', { exact: true }).first(),
    page.getByRole('main').getByText('In Stock', { exact: true }).first(),
    product.addButton(),
  ]

  await product.open(PRODUCT.product_id)
  for (const part of parts) expect(await hiddenPart(part)).toBe('')
  await expect(product.thumbnails()).toHaveCount(3)

  await test.step('on a larger screen too', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const part of parts) await expect.poll(() => hiddenPart(part)).toBe('')
  })

  await test.step('on a lower screen too, where the picture is as wide as it', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    for (const part of parts) await expect.poll(() => hiddenPart(part)).toBe('')
    expect((await page.locator('[data-zoom]').boundingBox())?.width).toBe(360)
    await page.setViewportSize({ width: 360, height: 740 })
  })

  await test.step('with ten pictures as well, whose thumbnails have full targets', async () => {
    await page.route(`**/api/products/${PRODUCT.product_id}`, async (route) => {
      const response = await route.fetch()
      const pictures = { image_url: TEN[0], images: undefined, multi_image_url: null, variants: [{ images: TEN }] }
      await route.fulfill({ response, json: { ...(await response.json()), ...pictures } })
    })
    await product.open(PRODUCT.product_id)
    await expect(product.thumbnails()).toHaveCount(10)
    for (const part of [...parts, ...(await product.thumbnails().all())]) expect(await hiddenPart(part)).toBe('')
    for (const thumbnail of await product.thumbnails().all()) {
      const box = await thumbnail.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
  })
})

/** Where an element is outside of the window, or something that is not of the page's flow lies over it; else nothing. */
function hiddenPart(part: Locator): Promise<string> {
  return part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    if (top < 0 || bottom > window.innerHeight) return `from ${top} to ${bottom}`
    const covers = [...document.querySelectorAll('header, [aria-label="Add to Cart"]')].filter((cover) => {
      const box = cover.getBoundingClientRect()
      return box.height > 0 && box.top < bottom && box.bottom > top
    })
    return covers.map(({ tagName }) => `under ${tagName} from ${top} to ${bottom}`).join()
  })
}

test('on the way to a page without data at hand it says that it is loading', ONCE, async ({ page }) => {
  const released = Promise.withResolvers<void>()
  const loading = (words: string) => page.getByRole('status').filter({ hasText: words })
  await page.goto('/error')
  await page.route(/\/api\/products/, async (route) => {
    await released.promise
    await route.continue()
  })
  await goInside(page, `/product/${PRODUCT.product_id}`)
  await expect(loading('Loading product details...')).toBeVisible()
  await goInside(page, '/shop')
  await expect(loading('Loading products...')).toBeVisible()
  released.resolve()
  await expect(page.getByRole('main').getByText(PRODUCT.product_name).first()).toBeVisible()
  await expect(page.getByText('Loading products...')).toBeHidden()
  await goInside(page, `/product/${PRODUCT.product_id}`)
  await expect(page.getByRole('heading', { level: 1, name: PRODUCT.product_name })).toBeVisible()
  await expect(page.getByText('Loading product details...')).toBeHidden()
})

/** Inside the application, where no link has fetched the data before. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState({ usr: null, key: 'test', idx: 1 }, '', address)
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}
