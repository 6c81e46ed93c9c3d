import { expectAccessible } from '../accessibility/axe.ts'
import { UNKNOWN_ADDRESS } from '../addresses.ts'
import { ContactDialog } from '../contact/contact-dialog.ts'
import { expect, ONCE, test } from '../fixtures.ts'

const PAGES = [
  { address: UNKNOWN_ADDRESS, status: 404, heading: 'We can’t find that page' },
  { address: '/product/no-such-bag', status: 404, heading: 'Product not found' },
  { address: '/error', status: 200, heading: 'We couldn’t read that order' },
] as const

for (const { address, status, heading } of PAGES) {
  test(
    `${address} responds ${status} and leads on, and axe objects to nothing`,
    ONCE,
    async ({ page, shop, allow }) => {
      if (status === 404) allow(/404/, 'the browser reports the status of the page itself')
      const main = page.getByRole('main')
      const open = async () => {
        const response = await page.goto(address)
        expect(response?.status()).toBe(status)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      }
      await open()

      await test.step('axe objects to nothing', () => expectAccessible(page))
      if (address !== UNKNOWN_ADDRESS) return

      await test.step('it offers to write to the maker', async () => {
        await main.getByRole('link', { name: 'Write to us' }).click()
        await new ContactDialog(page).expectOpen()
        await page.keyboard.press('Escape')
        await new ContactDialog(page).expectClosed()
      })

      await test.step('a line of backpacks leads to the collection', async () => {
        await expect(
          main.getByRole('link', { name: /^(See the collection|See all products|Continue Shopping)$/ }),
        ).toHaveAttribute('href', '/shop')
        await main.getByRole('link', { name: 'Campus for school' }).click()
        await shop.expectOpen()
      })

      const goBack = async () => {
        await page.goBack()
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      }

      await test.step('a search leads to the collection', async () => {
        await goBack()
        const box = main.getByRole('combobox', { name: 'Search products' })
        await box.fill('nomad')
        await box.press('Enter')
        await expect(page).toHaveURL('/shop?q=nomad')
        await expect(shop.cards()).toHaveCount(4)
      })

      await test.step('an order can be found', async () => {
        await goBack()
        await main.getByRole('link', { name: 'Find your order' }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible()
      })
    },
  )
}
