import type { Locator, Page } from '@playwright/test'
import { expect, ONCE, test } from '../fixtures.ts'
import { GUEST, OrdersPage } from '../orders/orders-page.ts'

/** Counts taps. */
class Taps {
  count = 0

  async on(target: Locator): Promise<void> {
    this.count += 1
    await target.tap()
  }
}

const chip = (page: Page, name: RegExp | string) =>
  page.getByRole('main').getByRole('navigation', { name: 'Filters' }).getByRole('link', { name })

test('a grey bag for a laptop under $100 is at most four taps from the home page', async ({ page, shop }) => {
  await test.step('by search', async () => {
    const taps = new Taps()
    await page.goto('/')
    await taps.on(page.getByRole('button', { name: 'Open search' }))
    await page.keyboard.type('grey laptop bag under $100')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/shop\?q=/)
    await expectGreyBagInView(page, shop.cards())
    expect(taps.count).toBeLessThanOrEqual(4)
  })

  await test.step('by filters', async () => {
    const taps = new Taps()
    await page.goto('/')
    await taps.on(page.getByRole('link', { name: 'Shop Now' }))
    await taps.on(chip(page, /^Grey/))
    await taps.on(chip(page, /^15″ laptop/))
    await taps.on(chip(page, 'Up to $100'))
    await expect(page).toHaveURL('/shop?color=Grey&laptop=15&max=100')
    await expectGreyBagInView(page, shop.cards())
    expect(taps.count).toBeLessThanOrEqual(4)
  })
})

/** The first card is one, without scrolling. */
async function expectGreyBagInView(page: Page, cards: Locator): Promise<void> {
  await expect(cards.first()).toContainText('Grey')
  await expect(cards.first().getByRole('heading')).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
}

test('the form for a reason keeps the chosen item in sight', async ({ page }) => {
  const orders = new OrdersPage(page)
  await orders.open()
  await orders.find(GUEST)
  await orders.expectFound(GUEST.orderId)
  const row = orders
    .items()
    .filter({ has: page.locator('input:not([disabled])') })
    .first()
  const name = (await row.getByRole('checkbox').getAttribute('aria-label')) ?? ''
  await row.getByRole('checkbox').check()
  await orders.cancelButton().tap()
  await expect(orders.cancelForm().getByLabel('Reason')).toBeFocused()
  await expect(orders.cancelForm().getByRole('listitem').filter({ hasText: name })).toBeInViewport({ ratio: 1 })
})

test('a desktop shows the notices in one row, and eight bags with name and price', ONCE, async ({ page, shop }) => {
  await shop.open()
  const notices = page.getByRole('region', { name: 'Notices' })
  expect((await notices.boundingBox())?.height).toBeLessThanOrEqual(41)
  for (let index = 0; index < 8; index += 1) {
    const card = shop.cards().nth(index)
    await expect(card.getByRole('heading')).toBeInViewport({ ratio: 1 })
    await expect(card.getByText(/^\$\d+\.\d\d$/)).toBeInViewport({ ratio: 1 })
  }
})
