import { expect, openFromMore, test } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'

test('an order taken at a fair is entered, and a spreadsheet of orders is imported and taken back', async ({
  page,
}) => {
  await test.step('enters an order taken at a fair, whose half-typed form outlives a reload', async () => {
    await page.goto('/admin/orders/new')
    await page.getByLabel('Add a product').fill('campus')
    await page
      .getByRole('button', { name: /^Add Campus/ })
      .first()
      .click()
    await page.getByLabel(/^Price of one/).fill('70,00')
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('E-mail (optional)').fill('grace@')
    await page.reload()
    await expect(page.getByLabel('First name')).toHaveValue('Grace')
    await page.getByRole('button', { name: 'Show the mail' }).click()
    await expect(page.getByText('Please enter an amount such as 12.50')).toBeVisible()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await expectGoodScreen(page, 'order-new-errors')
    await page.getByLabel(/^Price of one/).fill('70')
    await page.getByLabel('Last name').fill('Hopper')
    await page.getByLabel('E-mail (optional)').fill('grace@shopper.example')
    await page.getByLabel('Note, for you').fill('Paid in cash')
    await page.getByRole('button', { name: 'Show the mail' }).click()
    await expect(page.getByLabel('Mail to the shopper')).toContainText('thank you for your order at the fair')
    await expectGoodScreen(page, 'order-new-mail')
    await page.getByRole('button', { name: 'Enter the order' }).click()
    await expect(page.getByText('Entered by the shop. Paid in cash')).toBeVisible()
    await page.getByLabel('Payment').selectOption('Paid by card')
    await expect(page.getByText('Paid by card').last()).toBeVisible()
  })

  await test.step('imports a spreadsheet whose columns are matched by hand, and takes that back', async () => {
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('link', { name: 'Import' }).click()
    const header = 'Order no.\tDate\tFirst name\tLast name\tE-mail\tSKU\tWhat\tPrice\tQty\tShip to\tTown'
    const row = '300001\t10/31/2025\tAda\tByron\tada@shopper.example\t101\tCampus\t79.50\t2\t12 Main St\tOakland'
    await page.getByLabel('Or paste the cells here').fill(`${header}\n${row}\n${row.replace('300001', '300002')}`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Row 2, name of the product: is missing')).toBeVisible()
    await expectGoodScreen(page, 'order-import-problems')
    await page.getByLabel('Name of the product').selectOption('What')
    await expect(page.getByText('# 300001, Ada Byron')).toBeVisible()
    await page.getByRole('button', { name: /^Show \d+ more fields$/ }).click()
    await page.getByLabel('City').selectOption('Town')
    await expect(page.getByText('12 Main St, Oakland').first()).toBeVisible()
    await expectGoodScreen(page, 'order-import')
    await page.getByRole('button', { name: 'Import 2 orders' }).click()
    await expect(page.getByRole('link', { name: /300001/ })).toBeVisible()
    // Not from the notification, which is gone after a few seconds.
    await openFromMore(page, 'Changes')
    const entry = page.getByRole('article', { name: /^Change \d+: Orders imported$/ })
    await entry.getByRole('button').click()
    await expect(page.getByRole('article', { name: /Undone .* Orders imported/ })).toBeVisible()
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByText('All', { exact: true }).click()
    await expect(page.getByRole('link', { name: /100005/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /300001/ })).toBeHidden()
  })
})
