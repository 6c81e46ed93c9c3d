import AxeBuilder from '@axe-core/playwright'
import { UNKNOWN_ADDRESS } from './addresses.ts'
import { ContactDialog } from './contact-dialog.ts'
import { expect, test } from './fixtures.ts'

const PAGES = [
  { address: UNKNOWN_ADDRESS, status: 404, heading: 'We cannot find that page' },
  { address: '/product/no-such-bag', status: 404, heading: 'Product not found' },
  { address: '/error', status: 200, heading: 'We could not read that order' },
] as const

for (const { address, status, heading } of PAGES) {
  test.describe(address, () => {
    test.beforeEach(async ({ page, allow }) => {
      if (status === 404) allow(/404/, 'the browser reports the status of the page itself')
      const response = await page.goto(address)
      expect(response?.status()).toBe(status)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    })

    test('has a search that leads to the collection', async ({ page, shop }) => {
      await page.getByRole('main').getByRole('searchbox', { name: 'Search products' }).fill('nomad')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/shop?q=nomad')
      await expect(shop.cards()).toHaveCount(4)
    })

    test('leads to the collection, to a line of backpacks and to an order', async ({ page, shop }) => {
      const main = page.getByRole('main')
      await main.getByRole('link', { name: 'Campus for school' }).click()
      await shop.expectOpen()
      await page.goBack()
      await expect(
        main.getByRole('link', { name: /^(See the backpacks|See all products|Continue Shopping)$/ }),
      ).toHaveAttribute('href', '/shop')
      if (heading === 'Product not found') return
      await main.getByRole('link', { name: 'Find your order' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible()
    })

    test('offers to write to the maker', async ({ page }) => {
      await page.getByRole('main').getByRole('link', { name: 'Write to us' }).click()
      await new ContactDialog(page).expectOpen()
    })

    test('has nothing that axe objects to', async ({ page }) => {
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }))).toEqual([])
    })
  })
}
