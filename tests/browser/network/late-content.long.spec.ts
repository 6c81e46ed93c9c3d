import type { Page } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { ALSO_ON_DESKTOP, expect, ONCE, test } from '../fixtures.ts'
import { noteShifts, painted } from './layout-shifts.ts'

/** Holds what matches until the returned function is called. */
async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Follows a link inside the shop without the pointer, which would load the next page ahead. */
const follow = (page: Page, path: string) =>
  page.evaluate((href) => document.querySelector<HTMLElement>(`main a[href="${href}"]`)?.click(), path)

const scrollToEnd = (page: Page) => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))

/** The places to which the page is scrolled in the task that renders a text, before anything can be painted. */
async function noteScroll(page: Page, text: string): Promise<() => Promise<number[]>> {
  await page.evaluate((wanted) => {
    const places: number[] = []
    Reflect.set(window, 'places', places)
    const main = document.querySelector('main')
    if (main === null) return
    new MutationObserver(() => main.textContent?.includes(wanted) && places.push(window.scrollY)).observe(main, {
      childList: true,
      subtree: true,
    })
  }, text)
  return () => page.evaluate(() => Reflect.get(window, 'places'))
}

test.describe('on a slow connection', () => {
  test.use({ tab: 'new' })

  test(
    'a product begins at its top, and nothing that was seen moves when it arrives',
    ALSO_ON_DESKTOP,
    async ({ page, shop }) => {
      const shifts = await noteShifts(page)
      await shop.open()
      const releaseCode = await hold(page, /assets\/product-page/)
      const releaseProduct = await hold(page, /\/api\/products\/\d+$/)
      await scrollToEnd(page)
      await painted(page)
      // The fonts may have come after the first paint; `addresses.spec.ts` has what moves in a first visit.
      await shifts()
      const places = await noteScroll(page, 'Loading product details...')
      await follow(page, `/product/${PRODUCT.product_id}`)
      releaseCode()
      await expect(page.getByText('Loading product details...')).toBeVisible()
      await painted(page)
      expect(new Set(await places())).toEqual(new Set([0]))
      releaseProduct()
      await expect(page.getByRole('heading', { level: 1, name: PRODUCT.product_name })).toBeVisible()
      await painted(page)
      expect(await shifts()).toEqual([])
    },
  )

  test('the footer stays where it is seen while related products arrive', ONCE, async ({ page, product }) => {
    const release = await hold(page, /assets\/after-description/)
    const shifts = await noteShifts(page)
    await product.open(PRODUCT.product_id)
    await page.locator('.later-part').first().scrollIntoViewIfNeeded()
    await page.getByText('What fits inside').scrollIntoViewIfNeeded()
    // The description above it is seen as well: the browser would not hold the footer.
    await page.evaluate(() => {
      const footer = document.querySelector('footer')
      window.scrollBy(0, (footer?.getBoundingClientRect().top ?? 0) - window.innerHeight / 2)
    })
    await painted(page)
    await shifts()
    release()
    await expect(page.getByRole('heading', { name: 'Other colors and styles' })).toBeAttached()
    await painted(page)
    expect(await shifts()).toEqual([])
  })

  test(
    'Back from the end of a product leads to the end of the product, and nothing moves',
    ALSO_ON_DESKTOP,
    async ({ page, product }) => {
      const shifts = await noteShifts(page)
      await product.open(PRODUCT.product_id)
      const related = page.getByRole('heading', { name: 'Other colors and styles' })
      await page.locator('.later-part').first().scrollIntoViewIfNeeded()
      await expect(page.getByText('What fits inside')).toBeVisible()
      await scrollToEnd(page)
      await expect(related).toBeAttached()
      await scrollToEnd(page)
      await painted(page)
      // On the way to the end the page was not scrolled by a person, frame by frame.
      await shifts()
      const before = await page.evaluate(() => window.scrollY)
      await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
      await expect(related).not.toBeAttached()
      await page.goBack()
      await expect(related).toBeAttached()
      await painted(page)
      expect(await page.evaluate(() => window.scrollY)).toBe(before)
      expect(await shifts()).toEqual([])
    },
  )
})
