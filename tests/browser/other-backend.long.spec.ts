import { type OtherBackend, openOtherBackend } from '../harness/shop/other-backend.ts'
import { type ShopServer, startShop } from '../harness/shop/shop-server.ts'
import { LoginPage } from './accounts/login-page.ts'
import { test as base, expect, ONCE } from './fixtures.ts'
import { OrdersPage } from './orders/orders-page.ts'

const test = base.extend<object, { backend: OtherBackend; server: ShopServer }>({
  backend: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are wanted.
    async ({}, use) => {
      const backend = await openOtherBackend()
      await use(backend)
      await backend.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ backend }, use) => {
      const server = await startShop({ API_URL: backend.address })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

test(
  'with a backend that is not ours numbers stay numbers, a 404 keeps a line, and one that never answered is asked again (R1, R3, R14, R50)',
  ONCE,
  async ({ page, cart, backend, allow }) => {
    allow(
      /call outside the shop|404|503|could not|responded|stock|token|Shop: /i,
      'this backend knows a few calls only',
    )
    const main = page.getByRole('main')

    await test.step('a page whose call never ends comes with its loading text, and the browser goes on', async () => {
      backend.answer('/api/products/7', { never: true })
      const response = await page.goto('/product/7', { waitUntil: 'commit' })
      expect(response?.status()).toBe(503)
      await expect(main.getByText('Loading product details...')).toBeVisible()
      backend.answer('/api/products/7', {})
      await page.reload()
      await main.getByRole('button', { name: 'Add to Cart' }).first().click()
      expect(await cart.stored()).toMatchObject({ items: [{ product_id: 7, quantity: 1 }] })
    })

    await test.step('the stock check has the numbers, and a line whose product is missing keeps its quantity', async () => {
      await cart.openWith([
        { product_id: 7, product_name: 'Mug', price: 12.5, quantity: 2, stock_quantity: 8 },
        { product_id: 11, product_name: 'Vase', price: 30, quantity: 3, stock_quantity: 5 },
      ])
      await expect(cart.line('Vase')).toContainText('This product isn’t available right now.')
      await main.getByRole('button', { name: 'Proceed to Checkout' }).click()
      await expect(page.getByText('"Vase" is not available now.')).toBeVisible()
      await cart.remove('Vase')
      await main.getByRole('button', { name: 'Proceed to Checkout' }).click()
      await expect(page).toHaveURL('/login')
      const body = { items: [{ product_id: 7, quantity: 2 }] }
      expect(backend.posted).toContainEqual(['/api/cart/validate-stock', body])
    })

    await test.step('the user is stored as it was sent, and checks out', async () => {
      await new LoginPage(page).signIn({ email: 'ada@mail.example', password: 'backpack40' })
      await expect(page).toHaveURL('/checkout')
      const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? ''))
      expect(user).toMatchObject({ customer_id: 41, points: 12 })
    })

    await test.step('a list that was a 404 is asked for again, an order that comes late is found, and its line is cancelled as a whole', async () => {
      const orders = new OrdersPage(page)
      backend.answer('/api/orders', { status: 404 })
      backend.answer('/api/orderDetail', { afterMs: 300 })
      await orders.open()
      await orders.expectListFailure()
      backend.answer('/api/orders', {})
      await orders.tryAgain().click()
      await orders.choose('17')
      await expect(orders.receipt('17')).toContainText('$29.00')
      await orders.items().first().getByRole('checkbox').check()
      await orders.cancelButton().click()
      await expect(orders.cancelForm().getByLabel('Quantity of Mug to cancel')).toHaveCount(0)
      await orders.fillCancellation('Shipping Issues', 'It takes too long.')
      await orders.submitCancellation()
      await expect(page.getByText('Cancellation request submitted successfully!')).toBeVisible()
      const [, body] = backend.posted.findLast(([path]) => path === '/api/cancelOrder') ?? []
      expect(body).toMatchObject({ orderId: 17, itemsToCancel: [1], orderDetails: { order_id: 17 } })
      expect(body).not.toHaveProperty('quantitiesToCancel')
    })
  },
)
