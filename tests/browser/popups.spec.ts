import type { Page } from '@playwright/test'
import { PRODUCT } from './addresses.ts'
import { ContactDialog } from './contact-dialog.ts'
import { expect, ONCE, test } from './fixtures.ts'
import { expectHiddenAfter, runClockUntilShown, stopClock } from './timed.ts'

const popup = (page: Page) => page.locator('[data-popup]')
const added = (page: Page) => popup(page).filter({ hasText: 'Product added to cart.' })
const limit = (page: Page) => popup(page).filter({ hasText: 'Max 10 items allowed' })

/** The product has this stock from here on. */
async function setStock(page: Page, stock_quantity: number): Promise<void> {
  await page.route(`**/api/products/${PRODUCT.product_id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), stock_quantity } })
  })
}

/** Clicks that come faster than the page is drawn. */
const clickInOneTask = (page: Page, times: number) =>
  page.getByRole('button', { name: 'Add to Cart', exact: true }).evaluate((button, count) => {
    for (let click = 0; click < count; click += 1) if (button instanceof HTMLElement) button.click()
  }, times)

test(
  '15 clicks at once reach the limit, and its message comes after a second',
  ONCE,
  async ({ page, product, cart }) => {
    await page.clock.install()
    await setStock(page, 30)
    const refreshed = page.waitForResponse(/\/api\/products\/101$/)
    await product.open(PRODUCT.product_id)
    await refreshed
    await product.addButton().hover()
    await stopClock(page)
    await clickInOneTask(page, 15)
    await cart.expectBadge(10)
    await runClockUntilShown(page, added(page))
    await expectHiddenAfter(page, 1000, added(page))
    await expect(limit(page)).toBeVisible()

    await test.step('its time does not pass while it is hovered or has focus (R34)', async () => {
      const close = limit(page).getByRole('button', { name: 'Close' })
      await limit(page).hover()
      await page.clock.runFor(10_000)
      await expect(limit(page)).toBeVisible()
      await close.focus()
      await page.mouse.move(0, 0)
      await page.clock.runFor(10_000)
      await expect(limit(page)).toBeVisible()
      await close.blur()
    })
    await expectHiddenAfter(page, 4000, limit(page))
    await expect(popup(page)).toHaveCount(0)
  },
)

test('the limit message stays on its page, the confirmation goes along', ONCE, async ({ page, product }) => {
  await page.clock.install()
  await setStock(page, 1)
  const refreshed = page.waitForResponse(/\/api\/products\/101$/)
  await product.open(PRODUCT.product_id)
  await refreshed
  await product.addButton().hover()
  await stopClock(page)
  await product.addButton().click()
  await runClockUntilShown(page, added(page))
  await product.reviewCart()
  await expect(page.getByRole('heading', { level: 1, name: /Shopping cart/ })).toBeVisible()
  // The limit message, had it come along, would have taken its place by now.
  await page.clock.runFor(1500)
  await expect(popup(page)).toHaveText(/Product added to cart\./)
  await page.clock.runFor(3000)
  await expect(popup(page)).toHaveCount(0)
})

test('what draws popups is fetched for the next one when it failed to load', ONCE, async ({ page, product, allow }) => {
  allow(/popups|ERR_FAILED/, 'the code is out of reach at first')
  const CODE = /\/assets\/popups.*\.js/
  await page.route(CODE, (route) => route.abort())
  await product.open(PRODUCT.product_id)
  await product.addButton().click()
  await expect(popup(page)).toHaveText(/Product added to cart\./)
  await popup(page).getByRole('button', { name: 'Close' }).click()
  await expect(popup(page).locator('svg')).toHaveCount(0)
  await page.unroute(CODE)
  await product.addButton().click()
  await expect(popup(page).locator('svg')).toBeVisible()
})

test('a nameless product cannot be added', ONCE, async ({ page, product, allow }) => {
  allow(/name/, 'the product has none')
  await page.route(`**/api/products/${PRODUCT.product_id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), product_name: ' ' } })
  })
  await page.goto(`/product/${PRODUCT.product_id}`)
  await expect(product.addButton()).toBeDisabled()
  await expect(page.getByRole('main').getByText('This product has no name yet, so it cannot be added.')).toBeVisible()
})

test(
  'Escape closes the message in front of a dialog first, and what was typed stays',
  ONCE,
  async ({ page, product }) => {
    const contact = new ContactDialog(page)
    await product.open(PRODUCT.product_id)
    await product.addButton().hover()
    await page.clock.install()
    await product.addButton().click()
    await expect(popup(page)).toBeVisible()
    await stopClock(page)
    await contact.openFromFooter()
    await contact.field('Details').fill('A long letter')
    await expect(popup(page)).toBeVisible()
    expect((await popup(page).boundingBox())?.height).toBeLessThan(160)
    // The dialog closes by a step back, which a browser takes a moment for.
    await page.evaluate(() => {
      const { go } = history
      history.go = (steps) => {
        document.body.dataset.wentBack = 'yes'
        go.call(history, steps)
      }
    })
    await page.keyboard.press('Escape')
    await expect(popup(page)).toHaveCount(0)
    await expect(page.locator('body')).not.toHaveAttribute('data-went-back')
    await contact.expectValues({ Details: 'A long letter' })
    await page.keyboard.press('Escape')
    await contact.expectClosed()
  },
)

test('a message over a dialog can be closed by its button', ONCE, async ({ page, product }) => {
  const contact = new ContactDialog(page)
  await product.open(PRODUCT.product_id)
  await page.clock.install()
  await product.addButton().click()
  await expect(popup(page)).toBeVisible()
  await stopClock(page)
  await contact.openFromFooter()
  await contact.field('Details').fill('A long letter')
  await popup(page).getByRole('button', { name: 'Close' }).click()
  await expect(popup(page)).toHaveCount(0)
  await expect(contact.field('Details')).toBeFocused()
  await contact.expectValues({ Details: 'A long letter' })
})

test('focus goes back to where it was when a message is closed by keyboard', ONCE, async ({ page, product }) => {
  await product.open(PRODUCT.product_id)
  await product.addButton().press('Enter')
  const close = popup(page).getByRole('button', { name: 'Close' })
  await close.focus()
  await close.press('Enter')
  await expect(popup(page)).toHaveCount(0)
  await expect(product.addButton()).toBeFocused()
})

test('Try again keeps the place of the keyboard', ONCE, async ({ page, product, allow }) => {
  allow(/ERR_FAILED|\/api\/|fetch|answer/i, 'the API is down at first')
  await page.route(/\/api\//, (route) => route.abort())
  const heading = page.getByRole('heading', { level: 1 })
  const retry = page.getByRole('button', { name: 'Try again' })
  await product.open(PRODUCT.product_id)
  await retry.press('Enter')
  await expect(retry).toBeFocused()
  await page.unroute(/\/api\//)
  await retry.press('Enter')
  await expect(retry).toBeHidden()
  await expect(heading).toBeFocused()
})

test(
  "the list's message stands below the header: on phones over the full width, else at the right",
  ONCE,
  async ({ page, shop, allow }) => {
    allow(/ERR_FAILED|\/api\/|fetch|answer/i, 'the API is down in this test')
    await page.route(/\/api\/products$/, (route) => route.abort())
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 740 })
      await shop.open()
      await expect(popup(page)).toBeVisible()
      for (const scrolled of [0, 600]) {
        await page.evaluate((top) => window.scrollTo(0, top), scrolled)
        const header = await page.getByRole('banner').boundingBox()
        // Its rise of 8 px has to end first.
        await popup(page).evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
        const box = await popup(page).boundingBox()
        if (header === null || box === null) throw new Error('header and message should be on the screen')
        const below = box.y - (header.y + header.height)
        expect(below).toBeGreaterThanOrEqual(-1)
        expect(below).toBeLessThan(20)
        if (width === 360) expect([box.x, box.width]).toEqual([0, 360])
        else expect(box).toMatchObject({ width: 400, x: 1440 - 400 - 16 })
      }
    }
  },
)
