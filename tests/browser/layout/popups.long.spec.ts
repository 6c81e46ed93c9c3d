import type { Page } from '@playwright/test'
import { POPUP_TIMER_MS } from '../../../storefront/popups/popup-store.ts'
import { PRODUCT } from '../addresses.ts'
import { ContactDialog } from '../contact/contact-dialog.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { stopClock } from '../timed.ts'

const popup = (page: Page) => page.locator('[data-popup]')

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

test('a message that was tapped goes by its timer', ONCE, async ({ page, product }) => {
  await product.open(PRODUCT.product_id)
  await page.clock.install()
  await product.addButton().press('Enter')
  await expect(popup(page)).toBeVisible()
  await stopClock(page)
  // As a phone does, whose mouse never leaves.
  await popup(page).dispatchEvent('pointerover', { pointerType: 'touch' })
  await popup(page).dispatchEvent('mouseover')
  await page.clock.runFor(POPUP_TIMER_MS)
  await expect(popup(page)).toHaveCount(0)
})
