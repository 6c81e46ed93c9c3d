import { translate } from '../browser/translator.ts'
import { expect, test } from './fixtures.ts'
import { OrderPage } from './order-page.ts'

test('the admin works while the browser translates it, and its numbers are true (R57)', async ({ page }) => {
  const main = page.getByRole('main')

  await test.step('an order is found and noted on', async () => {
    await page.goto('/admin/orders')
    await expect(page.getByRole('link', { name: /100001/ })).toBeVisible()
    await translate(page)
    await new OrderPage(page).find('100002')
    await page.getByLabel('Note, for you').fill('Wants it by Friday')
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByText('Note: Wants it by Friday')).toBeVisible()
  })

  await test.step('a stock is set', async () => {
    await page.goto('/admin/products/107')
    const field = page.getByLabel('How many there are')
    await expect(field).toBeVisible()
    await translate(page)
    for (const stock of ['11', '12']) {
      await field.fill(stock)
      await page.getByRole('button', { name: `Set to ${stock}` }).click()
      await expect(main.getByText(`${stock} in stock`, { exact: true })).toBeVisible()
    }
  })

  await test.step('lists and settings are walked through', async () => {
    await page.goto('/admin')
    await expect(page.getByText(/to ship$/).first()).toBeVisible()
    await translate(page)
    for (const name of ['Orders', 'Products', 'Settings']) {
      await page.getByRole('link', { name, exact: true }).first().click()
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    }
  })
})
