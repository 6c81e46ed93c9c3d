import { press, tabTo } from '../browser/accessibility/tabbing.ts'
import { expect, test } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'

test('on a phone, Help opens the page about the screen, finds another one without a network, and gives the focus back', async ({
  page,
  context,
}) => {
  await page.goto('/admin/orders/shipping')
  const help = page.getByRole('button', { name: 'Help' })
  const panel = page.getByRole('dialog', { name: 'Handbook' })
  await help.click()
  await expect(panel.getByRole('heading', { name: 'Ship many orders' })).toBeFocused()
  await expectGoodScreen(page, 'help')

  await context.setOffline(true)
  await panel.getByLabel('Search the handbook').fill('give money back')
  await panel.getByRole('button', { name: /^Refund a customer/ }).click()
  await expect(panel.getByRole('heading', { name: 'Refund a customer' })).toBeFocused()
  await panel.getByRole('button', { name: 'A disputed payment' }).click()
  await expect(panel.getByRole('heading', { name: 'A disputed payment' })).toBeFocused()
  await panel.getByRole('button', { name: 'Back to Refund a customer' }).click()
  await expect(panel.getByRole('heading', { name: 'Refund a customer' })).toBeFocused()
  await context.setOffline(false)

  await panel.getByRole('button', { name: 'Close the handbook' }).click()
  await expect(panel).toBeHidden()
  await expect(help).toBeFocused()
})

test('before it was opened, the handbook is there when the network goes', async ({ page, context }) => {
  const loaded = page.waitForResponse(/help-panel/)
  await page.goto('/admin/products')
  await loaded
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Help' }).click()
  await expect(page.getByRole('heading', { name: 'Add a product' })).toBeFocused()
  await page.getByLabel('Search the handbook').fill('xylophone')
  await expect(page.getByText('No page matches “xylophone”.')).toBeVisible()
  await context.setOffline(false)
})

test('on a computer Help stays beside the screen while its steps are followed, by keyboard', async ({
  browser,
  context,
  server,
}) => {
  const wide = await browser.newContext({
    baseURL: server.address,
    storageState: await context.storageState(),
    viewport: { width: 1440, height: 900 },
  })
  const page = await wide.newPage()
  await page.goto('/admin/orders')
  const help = page.getByRole('button', { name: 'Help' })
  const panel = page.getByRole('complementary', { name: 'Handbook' })
  await press(page, help)
  await expect(panel.getByRole('heading', { name: 'Ship an order' })).toBeFocused()
  await expectGoodScreen(page, 'help-wide')

  await page
    .getByRole('link', { name: /^# \d+/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Order #/ })).toBeFocused()
  await expect(panel.getByRole('heading', { name: 'Ship an order' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Cancel an order' })).toBeVisible()

  await tabTo(page, panel.getByLabel('Search the handbook'))
  await page.keyboard.type('coupon')
  await press(page, panel.getByRole('button', { name: /^Discount codes/ }))
  await expect(panel.getByRole('heading', { name: 'Discount codes' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await wide.close()
})
