import type { Locator, Page } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { expectShownFor } from '../timed.ts'

test(
  'a product can be added up to the limit, and its messages show for their time',
  ONCE,
  async ({ page, product }) => {
    const note = page.getByRole('main').getByText('Max 2 items allowed')
    await page.clock.install()
    await page.route(`**/api/products/${PRODUCT.product_id}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), stock_quantity: 2 } })
    })
    const refreshed = page.waitForResponse(`**/api/products/${PRODUCT.product_id}`)
    await product.open(PRODUCT.product_id)
    await (await refreshed).finished()

    await test.step("'Product added to cart.' shows for 4 seconds", () =>
      expectShownFor(page, 4000, product.addedPopup(), () => product.addButton().click()))

    await test.step('the click that reaches the limit is confirmed for a second', () =>
      expectShownFor(page, 1000, product.addedPopup(), () => product.addButton().click()))

    await test.step('then the limit message shows for 4 seconds, and beside the button as long as it holds', async () => {
      const message = page.locator('[data-popup]').filter({ hasText: 'Max 2 items allowed' })
      await expect(message).toBeVisible()
      await expect(product.addButton()).toBeDisabled()
      await expect(note).toBeVisible()
      await expectHeld(page, message)
      await page.clock.runFor(4100)
      await expect(message).toBeHidden()
      await expect(note).toBeVisible()
    })
  },
)

/** The time of a message does not pass while it is hovered or has focus (R34). */
async function expectHeld(page: Page, message: Locator): Promise<void> {
  const close = message.getByRole('button', { name: 'Close' })
  await message.hover()
  await page.clock.runFor(10_000)
  await expect(message).toBeVisible()
  await close.focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(10_000)
  await expect(message).toBeVisible()
  await close.blur()
}
