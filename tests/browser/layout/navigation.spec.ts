import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'

test(
  'a page with code and data at hand is rendered with the press; Back leads to where one was on it',
  ONCE,
  async ({ page, shop }) => {
    const below = page.getByRole('heading', { name: 'About this product' })
    const scrolled = () => page.evaluate(() => window.scrollY)

    await shop.open()
    await shop.openProduct(PRODUCT.product_name)
    await page.goBack()
    await shop.expectOpen()

    await test.step('it is at its top with its name in focus before anything is painted', async () => {
      const shown = await shop.card(PRODUCT.product_name).evaluate(async (link: HTMLElement) => {
        link.scrollIntoView()
        link.click()
        await Promise.resolve()
        return { focused: document.activeElement?.textContent, scrolled: window.scrollY }
      })
      expect(shown).toEqual({ focused: PRODUCT.product_name, scrolled: 0 })
    })

    await test.step('what lies below follows, and Back scrolls to it', async () => {
      await below.scrollIntoViewIfNeeded()
      const before = await scrolled()
      expect(before).toBeGreaterThan(0)
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: 'About Us' })
        .evaluate((link: HTMLElement) => link.click())
      await expect(below).toHaveCount(0)
      await page.goBack()
      await expect(below).toBeInViewport()
      expect(await scrolled()).toBe(before)
    })
  },
)
