import type { Page } from '@playwright/test'
import { PRODUCT } from './addresses.ts'
import { expect, ONCE, test } from './fixtures.ts'
import type { ShopPage } from './shop-page.ts'

type Transition = { before: string[]; after: string[]; scrolledFrom: number }

/**
 * Notes the pictures that a transition carries from one page to the next, and what gets the focus, in a browser that
 * hydrates in as many milliseconds.
 */
async function noteTransitions(page: Page, hydrationMs: number): Promise<void> {
  await page.addInitScript((duration) => {
    const measure = performance.measure.bind(performance)
    performance.measure = (name) => measure(name, { start: 0, duration })
    const transitions: { before: string[]; after: string[]; scrolledFrom: number }[] = []
    const focused: string[] = []
    Object.assign(window, { transitions, focused })
    const named = () =>
      [...document.querySelectorAll<HTMLElement>('[style*="view-transition-name"]')].map(
        (element) => `${element.closest('a')?.pathname ?? 'main picture'}: ${element.style.viewTransitionName}`,
      )
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const before = named()
      const scrolledFrom = window.scrollY
      return start(async () => {
        if (typeof update === 'function') await update()
        transitions.push({ before, after: named(), scrolledFrom })
      })
    }
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLHeadingElement) focused.push(target.innerText)
    })
  }, hydrationMs)
}

const transitions = (page: Page): Promise<Transition[]> => page.evaluate(() => Reflect.get(window, 'transitions'))
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
    await noteTransitions(page, 50)
    await openWithCode(page, shop)

    await test.step('to the product, which starts at its top and says its name once', async () => {
      await page.evaluate(() => window.scrollTo(0, 60))
      await shop.openProduct(PRODUCT.product_name)
      const forth = { before: [`${path}: product-picture`], after: ['main picture: product-picture'] }
      await expect.poll(() => transitions(page)).toMatchObject([forth])
      expect(await focusedHeadings(page)).toEqual([PRODUCT.product_name])
      expect(await scrolled(page)).toBe(0)
    })

    await test.step('and back, to where the list was', async () => {
      await page.getByRole('button', { name: 'Back', exact: true }).click()
      await shop.expectOpen()
      const back = { before: ['main picture: product-picture'], after: [`${path}: product-picture`] }
      await expect.poll(async () => (await transitions(page)).slice(1)).toMatchObject([back])
      expect(await focusedHeadings(page)).toEqual([PRODUCT.product_name, 'Shop'])
      const [forth] = await transitions(page)
      expect(forth?.scrolledFrom).toBeGreaterThan(0)
      await expect.poll(() => scrolled(page)).toBe(forth?.scrolledFrom)
      await expect(page.locator('[style*="view-transition-name: product"]')).toHaveCount(0)
    })

    await test.step('a page without the picture changes as ever', async () => {
      await page.getByRole('link', { name: 'About us' }).first().click()
      await expect(page).toHaveURL('/about')
      await page.goBack()
      await shop.expectOpen()
      expect(await transitions(page)).toHaveLength(2)
    })

    await test.step('under reduced motion nothing moves', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await shop.openProduct(PRODUCT.product_name)
      await page.goBack()
      await shop.expectOpen()
      expect(await transitions(page)).toHaveLength(2)
    })
  },
)

test('a slow browser shows the next page without a motion', ONCE, async ({ page, shop }) => {
  await noteTransitions(page, 200)
  await openWithCode(page, shop)
  await shop.openProduct(PRODUCT.product_name)
  expect(await transitions(page)).toEqual([])
})
