import { adminCatalog } from '../../../contract/catalog/admin.ts'
import { expect, test } from '../fixtures.ts'
import { undoChange } from '../notifications.ts'

test('a product that is deleted is not asked for again, and Undo brings it back', async ({ page, server }) => {
  const copy = await page.request.post(adminCatalog.copyProduct.path.replace(':product_id', '106'), {
    data: {},
    headers: { origin: server.address },
  })
  const { product } = await copy.json()
  const missing: string[] = []
  page.on('response', (response) => {
    if (response.status() === 404) missing.push(response.url())
  })
  await page.goto(`/admin/products/${product.product_id}`)
  await page.getByRole('button', { name: 'Delete this product' }).press('Enter')
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await undoChange(page, / deleted/)
  expect(missing).toEqual([])
})
