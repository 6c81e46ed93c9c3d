import { PRODUCT } from './addresses.ts'
import { expect, ONCE, test } from './fixtures.ts'

test('the page of a nameless product still has a heading and a title', ONCE, async ({ page, allow }) => {
  allow(/name/, 'the product has none')
  await page.route(`**/api/products/${PRODUCT.product_id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), product_name: ' ' } })
  })
  await page.goto(`/product/${PRODUCT.product_id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Unknown Product' })).toBeVisible()
  await expect(page).toHaveTitle(/^Unknown Product/)
})
