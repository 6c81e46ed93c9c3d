import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { GUEST, OrdersPage } from '../orders/orders-page.ts'
import { Quiz } from '../quiz/quiz.ts'
import { translate, untranslate, WAYS } from './translator.ts'

for (const way of WAYS)
  test.describe(`where a translator has ${way} the texts (R57),`, ONCE, () => {
    test('the list counts what the filters leave, and its original is shown again and goes on changing', async ({
      page,
      shop,
    }) => {
      const main = page.getByRole('main')
      const status = main.getByRole('status').first()
      await shop.open()
      await translate(page, way)
      await main.getByLabel('Minimum price').fill('60')
      await expect(page).toHaveURL(/min=60/)
      await expect(shop.cards()).toHaveCount(14)
      await expect(status).toHaveText('14 products')
      await main.getByLabel('Minimum price').fill('9999')
      await expect(main.getByText('No products found')).toBeVisible()
      await page.getByRole('link', { name: 'Clear filters' }).click()
      await expect(shop.cards()).not.toHaveCount(14)

      await untranslate(page)
      await expect(page.locator('font')).toHaveCount(0)
      await expect(status).toHaveText('23 products')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop')
      await expect.poll(() => main.textContent()).not.toContain('\u200b')
      await main.getByLabel('Minimum price').fill('60')
      await expect(status).toHaveText('14 products')
      await main.getByLabel('Minimum price').fill('')
      await expect(status).toHaveText('23 products')
    })

    test('a product is added, and the cart counts and sums it', async ({ page, shop, product, cart }) => {
      await shop.open()
      await translate(page, way)
      await shop.openProduct(PRODUCT.product_name)
      await product.add()
      await cart.expectBadge(1)
      await product.reviewCart()
      await cart.expectCount(1)
      await cart.increase(PRODUCT.product_name)
      await cart.expectCount(2)
      await cart.expectTotal('$158.00')
      await cart.increase(PRODUCT.product_name)
      await cart.expectCount(3)
      await cart.expectTotal('$237.00')
      await cart.remove(PRODUCT.product_name)
      await cart.expectEmpty()
    })

    test('the checkout sums what is chosen, and the quiz goes on', async ({ page, checkout }) => {
      await checkout.open('guest', 2)
      await translate(page, way)
      await checkout.fillAddress()
      await checkout.expectSum('Subtotal', '$158.00')
      const quiz = new Quiz(page)
      await quiz.open()
      await translate(page, way)
      for (const _ of [1, 2, 3]) await quiz.section.getByRole('group').getByRole('button').first().click()
    })

    test('an order is found, and another that is not says so', async ({ page }) => {
      const orders = new OrdersPage(page)
      await orders.open()
      await translate(page, way)
      await orders.find(GUEST)
      await orders.expectFound(GUEST.orderId)
      await orders.items().locator('input:enabled').first().check()
      await orders.cancelButton().click()
      await expect(orders.cancelForm()).toBeVisible()
      await orders.items().locator('input:enabled').first().uncheck()
      await orders.find({ ...GUEST, lastName: 'Nobody' })
      await orders.expectMissing()
    })
  })
