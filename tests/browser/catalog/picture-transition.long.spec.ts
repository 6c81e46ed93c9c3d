import type { Page } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import type { ShopPage } from './shop-page.ts'

type Motion = { of: string; transform: string }

/** Notes the pictures that move, and the headings that get the focus. */
async function noteMotions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const motions: { of: string; transform: string }[] = []
    const focused: string[] = []
    Object.assign(window, { motions, focused })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (keyframes, options) {
      const transform = Array.isArray(keyframes) ? String(keyframes[0]?.transform) : ''
      if (this.matches('[data-picture-frame]'))
        motions.push({ of: this.closest('a')?.pathname ?? 'main picture', transform })
      return animate.call(this, keyframes, options)
    }
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLHeadingElement) focused.push(target.innerText)
    })
  })
}

const motions = (page: Page): Promise<Motion[]> => page.evaluate(() => Reflect.get(window, 'motions'))
const focusedHeadings = (page: Page): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'focused'))
const scrolled = (page: Page): Promise<number> => page.evaluate(() => window.scrollY)

/** Opens the shop with motion, and loads the code of the transition by pointing at a card. */
async function openWithCode(page: Page, shop: ShopPage): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await shop.open()
  const code = page.waitForResponse(/picture-transition/)
  await shop.card(PRODUCT.product_name).hover()
  // A second import of the module resolves once it has run.
  await page.evaluate((url) => import(url), (await code).url())
}

test(
  'a picture moves between the card that was pressed and the product, not under reduced motion',
  ONCE,
  async ({ page, shop }) => {
    const path = `/product/${PRODUCT.product_id}`
    await noteMotions(page)
    await openWithCode(page, shop)
    await page.evaluate(() => window.scrollTo(0, 60))
    const list = await scrolled(page)

    await test.step('to the product, which starts at its top and says its name once', async () => {
      await shop.openProduct(PRODUCT.product_name)
      // From the smaller picture of the card.
      const forth = { of: 'main picture', transform: expect.stringMatching(/scale\(0\.\d+\)$/) }
      await expect.poll(() => motions(page)).toEqual([forth])
      expect(await focusedHeadings(page)).toEqual([PRODUCT.product_name])
      expect(await scrolled(page)).toBe(0)
    })

    await test.step('and back, to where the list was', async () => {
      await page.getByRole('button', { name: 'Back', exact: true }).click()
      await shop.expectOpen()
      const back = { of: path, transform: expect.stringMatching(/scale\([1-9][\d.]*\)$/) }
      await expect.poll(async () => (await motions(page)).slice(1)).toEqual([back])
      expect(await focusedHeadings(page)).toEqual([PRODUCT.product_name, 'Shop'])
      await expect.poll(() => scrolled(page)).toBe(list)
    })

    await test.step('a page without the picture changes as ever', async () => {
      await page.getByRole('link', { name: 'About us' }).first().click()
      await expect(page).toHaveURL('/about')
      await page.goBack()
      await shop.expectOpen()
      expect(await motions(page)).toHaveLength(2)
    })

    await test.step('under reduced motion nothing moves', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await shop.openProduct(PRODUCT.product_name)
      await page.goBack()
      await shop.expectOpen()
      expect(await motions(page)).toHaveLength(2)
    })
  },
)

/** Notes how long each motion lasts, in milliseconds, whether code or a style has begun it. */
async function noteDurations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const durations: Record<string, number> = {}
    Object.assign(window, { durations })
    const note = (name: string, duration: unknown) => Object.assign(durations, { [name]: Number(duration) })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (keyframes, options) {
      note(this.matches('[data-picture-frame]') ? 'picture' : this.localName, Object(options).duration)
      return animate.call(this, keyframes, options)
    }
    document.addEventListener('animationstart', ({ target, animationName }) => {
      const [animation] = target instanceof Element ? target.getAnimations() : []
      if (animationName === 'counts-up') note('cart', animation?.effect?.getTiming().duration)
    })
  })
}

const durations = (page: Page): Promise<Record<string, number>> => page.evaluate(() => Reflect.get(window, 'durations'))

/** To another color, to a product, and that into the cart. */
async function shopAround(page: Page, shop: ShopPage): Promise<void> {
  await shop.open()
  await page.getByRole('navigation', { name: 'Filters' }).getByRole('link', { name: 'Grey' }).click()
  await expect(page).toHaveURL(/color=/)
  const code = page.waitForResponse(/picture-transition/)
  const card = shop.cards().first()
  await card.hover()
  await page.evaluate((url) => import(url), (await code).url())
  await card.click()
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click()
  await expect(page.getByText('Product added to cart.')).toBeVisible()
}

test(
  'what moves on the way to a result, a product and into the cart lasts 150 to 250 ms',
  ONCE,
  async ({ page, shop }) => {
    await noteDurations(page)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await shopAround(page, shop)
    await expect.poll(async () => Object.keys(await durations(page)).sort()).toEqual(['cart', 'picture', 'ul'])
    for (const [name, duration] of Object.entries(await durations(page))) {
      expect(duration, name).toBeGreaterThanOrEqual(150)
      expect(duration, name).toBeLessThanOrEqual(250)
    }
  },
)

test('under reduced motion nothing moves on the way into the cart', ONCE, async ({ page, shop }) => {
  await noteDurations(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await shopAround(page, shop)
  // A style's own motion is over within its first frame.
  expect(Object.entries(await durations(page)).filter(([, duration]) => duration > 1)).toEqual([])
})

test('a page whose code takes more than half a second appears without motion', ONCE, async ({ page, shop }) => {
  await noteMotions(page)
  const late = Promise.withResolvers<void>()
  await page.route(/product-page-.*\.js$/, async (route) => {
    await late.promise
    await route.continue()
  })
  await openWithCode(page, shop)
  await shop.card(PRODUCT.product_name).click()
  const pressedAt = await page.evaluate(() => performance.now())
  await page.waitForFunction((from) => performance.now() - from > 600, pressedAt)
  late.resolve()
  await expect(page.getByRole('heading', { level: 1, name: PRODUCT.product_name })).toBeVisible()
  await expect.poll(() => focusedHeadings(page)).toContain(PRODUCT.product_name)
  expect(await motions(page)).toEqual([])
})
