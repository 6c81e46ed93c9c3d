import type { Page } from '@playwright/test'
import { PRODUCT } from './addresses.ts'
import { expect, ONCE, test } from './fixtures.ts'
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
  // The same module again resolves once it has run.
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
