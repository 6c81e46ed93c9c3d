import type { Page } from '@playwright/test'
import { orderCalls } from '@shop/contract/orders/calls'
import { expectAligned } from '../appearance/alignment.ts'
import { CUSTOMER } from '../checkout/checkout.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { seedStorage, signedIn } from '../visit-storage.ts'
import { GUEST, OrdersPage } from './orders-page.ts'

const CANCEL = `**${orderCalls.cancelOrder.path}`
const LIST = `**${orderCalls.listOrders.path}?**`
const DETAIL = `**${orderCalls.findOrder.path}?**`
const SUCCESS = 'Cancellation request submitted successfully!'

/** Finds the guest's order, chooses an item and fills in the reason form. */
async function prepareCancellation(page: Page): Promise<OrdersPage> {
  // Other tests of the same shop may have cancelled its items.
  await changeOrder(page, { order_status: 'processing', cancellation_status: null, refund_status: null })
  const orders = new OrdersPage(page)
  await orders.open()
  await orders.find(GUEST)
  await orders.items().locator('input').first().check()
  await orders.cancelButton().click()
  await orders.fillCancellation('Shipping Issues', 'It takes too long.')
  return orders
}

test('a cancellation that succeeded says so though asking again finds nothing', ONCE, async ({ page }) => {
  const orders = await prepareCancellation(page)
  await page.route(CANCEL, (route) => route.fulfill({ json: { success: true } }))
  await page.route(DETAIL, (route) => route.fulfill({ json: [] }))
  await orders.submitCancellation()
  await expect(page.getByText(SUCCESS)).toBeVisible()
  await expect(orders.receipt(GUEST.orderId)).toContainText('We couldn’t refresh this order')
  await expect(page.getByText('Order not found')).toHaveCount(0)
})

test('the result of a cancellation is shown on the page that one has gone on to', ONCE, async ({ page }) => {
  const released = Promise.withResolvers<void>()
  await page.route(CANCEL, async (route) => {
    await released.promise
    await route.fulfill({ json: { success: true } })
  })
  const orders = await prepareCancellation(page)
  await orders.submitCancellation()
  await expect(orders.cancelForm().getByRole('button', { name: 'Submitting...' })).toBeVisible()
  // The response comes while the next page is still loading; its message shows once the page is there.
  const nextPage = Promise.withResolvers<void>()
  await page.route(/about-page/, async (route) => {
    await nextPage.promise
    await route.continue()
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL('/about')
  released.resolve()
  const popup = page.locator('[data-popup]')
  await expect(popup).toContainText(SUCCESS)
  await expect(popup).toContainText(`Order # ${GUEST.orderId}`)
  nextPage.resolve()
  await expect(page.getByRole('heading', { level: 1, name: /^About/, includeHidden: true })).toBeAttached()
  await expect(popup).toContainText(SUCCESS)
})

test('a customer without orders sees Find Order disabled, and how to go on (R47)', ONCE, async ({ page }) => {
  await page.route(LIST, (route) => route.fulfill({ json: [] }))
  const orders = await openSignedIn(page, CUSTOMER)
  await expect(orders.customerForm().getByRole('button', { name: 'Find Order' })).toBeDisabled()
  await expect(orders.customerForm()).toContainText('No orders found for your account')
  await expect(orders.customerForm()).toContainText('sign out and enter its order number')
})

test('an order that is printed says whose it is, and has its items as rows', ONCE, async ({ page }) => {
  await changeOrder(page, {
    cancellation_status: 'cancelled',
    refund_status: 'refunded',
    cancellation_reason: 'Ordered Incorrect Item',
  })
  const orders = new OrdersPage(page)
  await orders.open()
  await orders.find(GUEST)
  await orders.expectFound(GUEST.orderId)
  await page.emulateMedia({ media: 'print' })
  const receipt = orders.receipt(GUEST.orderId)
  await expect(receipt.getByText('Guest Shopper')).toBeVisible()
  await expect(receipt.getByText(GUEST.email)).toBeVisible()

  // A sheet of paper within its margins, in CSS pixels.
  await page.setViewportSize({ width: 700, height: 1000 })
  await expect(receipt.getByRole('columnheader', { name: 'Quantity' })).toBeInViewport()
  const cells = orders.items().first().locator('td:visible')
  await expect(cells).toHaveCount(6)
  const tops = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().top))
  expect(new Set(tops).size, 'one line').toBe(1)
  const table = receipt.getByRole('table', { name: 'Items of this order' })
  expect(await table.evaluate((node) => node.scrollWidth - (node.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(
    0,
  )
})

test('on a phone the name of a column is not broken beside a long reason', ONCE, async ({ page }) => {
  await changeOrder(page, { cancellation_status: 'cancelled', cancellation_reason: 'It has a tear, '.repeat(4).trim() })
  const orders = new OrdersPage(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await orders.open()
  await orders.find(GUEST)
  await orders.expectFound(GUEST.orderId)
  const label = orders.items().first().getByText('Reason', { exact: true })
  expect((await label.boundingBox())?.height).toBeLessThan(30)
})

test('on a tablet a tracking number is on the line that names it', ONCE, async ({ page }) => {
  await changeOrder(page, { tracking_number: '1ZDEMO0000000100002' })
  const orders = new OrdersPage(page)
  await page.setViewportSize({ width: 768, height: 1024 })
  await orders.open()
  await orders.find(GUEST)
  const words = orders.receipt(GUEST.orderId).getByText('Tracking 1ZDEMO0000000100002')
  await expect(words).toBeVisible()
  expect((await words.boundingBox())?.height).toBeLessThan(30)
})

test('on a tablet the facts of an item stand beside its product, above the sums', ONCE, async ({ page }) => {
  await changeOrder(page, {})
  const orders = new OrdersPage(page)
  await page.setViewportSize({ width: 768, height: 1024 })
  await orders.open()
  await orders.find(GUEST)
  const item = orders.items().first()
  await expectAligned('y', item.locator('td').nth(1), item.locator('td').nth(2))
  await expectAligned('x', item.getByText('Quantity'), orders.receipt(GUEST.orderId).getByText('Subtotal'))
})

test('beside the four other steps of an order a tracking number is whole', ONCE, async ({ page }) => {
  const number = '1ZDEMO0000000100002'
  await page.route(DETAIL, async (route) => {
    const response = await route.fetch()
    const [row]: object[] = await response.json()
    const statuses = [{ cancellation_status: 'cancelled' }, { refund_status: 'refunded' }, {}]
    // Another test may have cancelled an item of this order.
    const open = { order_status: 'processing', cancellation_status: null, refund_status: null, cancel_problem: null }
    const json = statuses.map((status, index) => ({
      ...row,
      ...open,
      ...status,
      order_item_id: String(index),
      tracking_number: number,
    }))
    await route.fulfill({ response, json })
  })
  const orders = new OrdersPage(page)
  await page.setViewportSize({ width: 768, height: 1024 })
  await orders.open()
  await orders.find(GUEST)
  const steps = orders.receipt(GUEST.orderId).getByRole('list', { name: 'What happened to this order' })
  await expect(steps.getByRole('listitem')).toHaveCount(5)
  const lines = await steps.getByText(`Tracking ${number}`).evaluate((element, words) => {
    const text = element.firstChild
    if (text === null) throw new Error('there is no text')
    const range = document.createRange()
    range.setStart(text, 'Tracking '.length)
    range.setEnd(text, words.length + 'Tracking '.length)
    return range.getClientRects().length
  }, number)
  expect(lines, 'lines of the number').toBe(1)
})

/** From here on every row of an order that is found has these fields. */
async function changeOrder(page: Page, fields: Record<string, string | null>): Promise<void> {
  await page.route(DETAIL, async (route) => {
    const response = await route.fetch()
    const rows: object[] = await response.json()
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, ...fields })) })
  })
}

async function openSignedIn(page: Page, user: Record<string, string>): Promise<OrdersPage> {
  await seedStorage(page, signedIn(user))
  const orders = new OrdersPage(page)
  await orders.open()
  return orders
}
