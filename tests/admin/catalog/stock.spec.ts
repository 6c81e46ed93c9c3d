import { adminAudit } from '../../../contract/audit/admin.ts'
import { adminSeveralProducts } from '../../../contract/catalog/several-products.ts'
import { expect, test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { undoChange } from '../notifications.ts'

test('a counted stock is set where Today leads to, and at the top of the page of a product', async ({ page, post }) => {
  const { product_id, product_name, stock_quantity: seen } = await (await page.request.get('/api/products/111')).json()
  await post(adminSeveralProducts.setStock.path, { products: [{ product_id, seen, stock: 0 }] })

  await test.step('in the list of what is sold out', async () => {
    await page.goto('/admin')
    await page
      .getByRole('listitem')
      .filter({ hasText: / sold out/ })
      .getByRole('link', { name: 'Set the stock' })
      .first()
      .click()
    const field = page.getByRole('textbox', { name: `Stock of ${product_name}` })
    await field.fill('some')
    await field.press('Enter')
    await expect(page.getByText('Please enter a whole number such as 5')).toBeVisible()
    await field.fill('7')
    await expectGoodScreen(page, 'products-stock')
    await field.press('Enter')
    await undoChange(page, `${product_name}: 7 in stock`, () => expect(field).toBeHidden())
    await expect(field).toHaveValue('0')
  })

  await test.step('on the first screen of the product, without a reason that no one gave', async () => {
    await page.goto(`/admin/products/${product_id}`)
    const field = page.getByLabel('Number in stock')
    const box = await field.boundingBox()
    expect(box?.y).toBeLessThan((page.viewportSize()?.height ?? 0) - 100)
    const stock = await page.getByRole('region', { name: 'Stock' }).boundingBox()
    const price = await page.getByRole('region', { name: 'Price and status' }).boundingBox()
    expect((price?.y ?? 0) - (stock?.y ?? 0) - (stock?.height ?? 0), 'sections stand apart').toBeGreaterThan(8)
    await field.fill('9')
    await page.getByRole('button', { name: 'Set to 9' }).click()
    await expect(page.getByText('9 in stock', { exact: true })).toBeVisible()
    await undoChange(page, `${product_name}: 9 in stock`, async () => {
      const { entries } = await (await page.request.get(adminAudit.listAudit.path)).json()
      expect(entries[0]).toMatchObject({ action: 'products.stock_set', after: { note: '' } })
    })
    await expect(page.getByText('Sold out', { exact: true })).toBeVisible()
    await expectGoodScreen(page, 'product-stock')
  })
})
