import type { Page } from '@playwright/test'
import { deliveryCalls } from '@shop/contract/delivery/calls'
import { orderCalls } from '@shop/contract/orders/calls'
import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { GUEST, OrdersPage } from '../orders/orders-page.ts'

const STILL = 'This is taking longer than usual.'
const DELIVERY = `**${deliveryCalls.listDeliveryOptions.path}`

const retryButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' })

test(
  'Try again gives up the delivery call that hangs, and puts focus on the option that comes',
  ONCE,
  async ({ page, checkout }) => {
    await page.clock.install()
    let calls = 0
    await page.route(DELIVERY, (route) => {
      calls += 1
      return calls === 1 ? undefined : route.continue()
    })
    await checkout.open('guest', 2)
    await page.clock.runFor(3100)
    await expect(retryButton(page)).toBeVisible()
    await retryButton(page).press('Enter')
    await expect(checkout.delivery('Ground')).toBeChecked()
    await expect(checkout.delivery('Ground')).toBeFocused()
  },
)

test(
  'Try again keeps focus on the delivery options that could not be loaded',
  ONCE,
  async ({ page, checkout, allow }) => {
    allow(/status of 500|delivery-options/, 'the call fails in this test')
    await page.route(DELIVERY, (route) => route.fulfill({ status: 500, json: { success: false } }))
    await checkout.open('guest', 2)
    await expect(retryButton(page)).toBeVisible()
    await page.unroute(DELIVERY)
    await retryButton(page).press('Enter')
    await expect(checkout.delivery('Ground')).toBeChecked()
    await expect(page.getByRole('heading', { name: 'Delivery Options' })).toBeFocused()
  },
)

test('Try again puts focus on the list of orders that comes', ONCE, async ({ page, checkout, allow }) => {
  allow(/status of 500|api\/orders/, 'the call fails in this test')
  const list = `**${orderCalls.listOrders.path}?**`
  await page.route(list, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await page.goto('/error')
  await checkout.signIn()
  const orders = new OrdersPage(page)
  await orders.open()
  await expect(retryButton(page)).toBeVisible()
  await page.unroute(list)
  await page.route(list, (route) => route.fulfill({ json: [{ order_id: '7', order_date: '2026-11-21' }] }))
  await retryButton(page).press('Enter')
  await expect(orders.dropdown()).toBeFocused()
})

test('a found order whose code does not arrive is requested again in its place', ONCE, async ({ page, allow }) => {
  allow(/assets|ERR_FAILED|dynamically imported|^error: Shop: /, 'code fails in this test')
  const code = /\/assets\/found-order[^/]*\.js/
  await page.route(code, (route) => route.abort())
  const orders = new OrdersPage(page)
  await orders.open()
  await orders.find(GUEST)
  await expect(page.getByText('We found your order but couldn’t show it.')).toBeVisible()
  await expect(orders.guestForm().getByLabel('Order number')).toHaveValue(GUEST.orderId)
  await page.unroute(code)
  await retryButton(page).press('Enter')
  await orders.expectFound(GUEST.orderId)
})

test('after 3 s a product that hangs is reported (R50)', ONCE, async ({ page, shop }) => {
  await page.clock.install()
  await shop.open()
  await page.route(`**/api/products/${PRODUCT.product_id}`, () => {})
  await shop.card(PRODUCT.product_name).click()
  await expect(page.getByText('Loading product details...')).toBeVisible()
  await page.clock.runFor(3100)
  await expect(page.getByRole('main')).toContainText(STILL)
})
