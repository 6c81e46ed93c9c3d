import { PRODUCT } from './addresses.ts'
import { expect, test } from './fixtures.ts'
import { expectShownFor } from './timed.ts'

test("'Product added to cart.' shows for 4 seconds", async ({ page, product }) => {
  await page.clock.install()
  await product.open(PRODUCT.product_id)
  await expectShownFor(page, 4000, product.addedPopup(), () => product.addButton().click())
})

test('the click that reaches the limit is confirmed for a second, then the limit message shows for 4', async ({
  page,
  product,
}) => {
  await page.clock.install()
  await page.route(`**/api/products/${PRODUCT.product_id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), stock_quantity: 2 } })
  })
  const refreshed = page.waitForResponse(`**/api/products/${PRODUCT.product_id}`)
  await product.open(PRODUCT.product_id)
  await (await refreshed).finished()
  await product.add()
  await expectShownFor(page, 1000, product.addedPopup(), () => product.addButton().click())
  const message = page.locator('[data-popup]').filter({ hasText: 'Max 2 items allowed' })
  await expect(message).toBeVisible()
  await expect(product.addButton()).toBeDisabled()
  await expect(page.getByRole('main').getByText('Max 2 items allowed')).toBeVisible()
  await page.clock.runFor(4100)
  await expect(message).toBeHidden()
  await expect(page.getByRole('main').getByText('Max 2 items allowed')).toBeVisible()
})

test('with plenty in stock the limit is 10', async ({ page, product, cart }) => {
  await cart.leaveInStore(JSON.stringify({ items: [{ ...PRODUCT, quantity: 9, stock_quantity: 30 }] }))
  await page.route(`**/api/products/${PRODUCT.product_id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), stock_quantity: 30 } })
  })
  await product.open(PRODUCT.product_id)
  await product.add()
  await expect(page.getByRole('main').getByText('Max 10 items allowed')).toBeVisible()
  await expect(product.addButton()).toBeDisabled()
  await cart.expectBadge(10)
})

test('a sold-out product cannot be added, and nothing says Max 0', async ({ page, product }) => {
  await page.route(`**/api/products/${PRODUCT.product_id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), stock_quantity: 0 } })
  })
  await product.open(PRODUCT.product_id)
  await expect(product.addButton()).toBeDisabled()
  await expect(page.getByRole('main').getByText('Sold Out').first()).toBeVisible()
  await expect(page.getByText('Max 0')).toHaveCount(0)
})
