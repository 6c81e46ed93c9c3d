import { expect, test } from './fixtures.ts'

test('what is typed into a filter is never taken back, however slow the page', async ({ page, shop }) => {
  await shop.open()
  await shop.filter({})
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  const field = page.getByRole('main').getByLabel('Search', { exact: true })
  await field.pressSequentially('campus slim blue', { delay: 200 })
  await expect(page).toHaveURL(/q=campus\+slim\+blue/)
  await expect(field).toHaveValue('campus slim blue')
  await expect(shop.cards()).toHaveCount(1)
})

test('a price that is no amount filters nothing, is told beside the field, and stays to be mended', async ({
  page,
  shop,
}) => {
  await shop.open()
  const all = await shop.cards().count()
  await shop.filter({})
  const field = page.getByRole('main').getByLabel('Price from')
  await field.fill('8x')
  await expect(page.getByRole('main').getByText('Please enter an amount in dollars')).toBeVisible()
  await field.blur()
  await expect(field).toHaveValue('8x')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(shop.cards()).toHaveCount(all)
  await field.fill('80')
  await expect(page).toHaveURL(/min=80/)
  await expect(page.getByRole('main').getByText('Please enter an amount in dollars')).toBeHidden()
})

test('a filter field shows what the address says once that changes elsewhere', async ({ page, shop }) => {
  await shop.open('?q=zzz')
  await expect(page.getByRole('main').getByText('No products found')).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await shop.filter({})
  await expect(page.getByRole('main').getByLabel('Search', { exact: true })).toHaveValue('')
})
