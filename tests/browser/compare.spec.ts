import { PRODUCT } from './addresses.ts'
import { expect, ONCE, test } from './fixtures.ts'

test(
  'up to three products stand side by side, are removed and added, and the address says which',
  ONCE,
  async ({ page }) => {
    await page.goto('/compare?ids=101,103,103')
    const table = page.getByRole('table', { name: 'Products side by side' })
    await expect(table.getByRole('columnheader')).toHaveCount(2)
    await expect(table).toContainText('16 liters')
    await expect(table).toContainText('22 liters')
    await table.getByRole('button', { name: 'Remove Campus Full Backpack, Blue' }).click()
    await expect(page).toHaveURL('/compare?ids=101')
    await page.getByRole('main').getByLabel('Add a product').selectOption('Zip Pouch, Blue')
    await expect(page).toHaveURL('/compare?ids=101,207')
    await expect(table).toContainText('N/A')
  },
)

test('a link with unknown and too many products says so, and shows the others', ONCE, async ({ page, allow }) => {
  allow(/status of 404/, 'one product is unknown')
  await page.goto('/compare?ids=101,nothing,102,103,104')
  const main = page.getByRole('main')
  await expect(main.getByText('One product of this link could not be found.')).toBeVisible()
  await expect(main.getByText('Three products at most stand side by side')).toBeVisible()
  await expect(main.getByRole('columnheader')).toHaveCount(2)
  await page.goto('/compare?ids=,,')
  await expect(main.getByText('Nothing to compare yet')).toBeVisible()
})

test(
  'below a description stand other colors and styles, what goes with it, and what was seen before',
  ONCE,
  async ({ page, product }) => {
    await product.open('112')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(page.getByRole('region', { name: 'Goes with it' }).getByRole('link')).toHaveCount(2)
    await page.evaluate(() => localStorage.setItem('recentlyViewed', `${localStorage.getItem('recentlyViewed')}x`))
    await product.open(PRODUCT.product_id)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(page.getByRole('region', { name: 'Other colors and styles' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recently viewed' })).toBeHidden()
    await page.evaluate(() => localStorage.setItem('recentlyViewed', '["112"]'))
    await page.reload()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(page.getByRole('region', { name: 'Recently viewed' })).toContainText('Nomad Full Backpack, Grey')
    await page.getByRole('link', { name: 'Compare them' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible()
  },
)

test('what fits inside is switched on and off, and says what is too large', ONCE, async ({ page, product }) => {
  await product.open(PRODUCT.product_id)
  await page.getByRole('heading', { name: 'About this product' }).scrollIntoViewIfNeeded()
  const things = page.getByRole('group', { name: 'What fits inside' })
  await things.getByRole('button', { name: 'Shoes' }).click()
  await expect(page.getByText('That is about 7 of its 16 liters.')).toBeVisible()
  await things.getByRole('button', { name: '17-inch laptop' }).click()
  await expect(page.getByText('A 17-inch laptop is too large: it takes up to 15 inches.')).toBeVisible()
})
