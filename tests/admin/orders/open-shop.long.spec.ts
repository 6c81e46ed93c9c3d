import { expect, type Page } from '@playwright/test'
import { adminSettings } from '../../../contract/settings/admin.ts'
import { press } from '../../browser/accessibility/tabbing.ts'
import { printedInvite, signInFirstOwner } from '../../harness/shop/sign-in-first-owner.ts'
import { deliverMails } from '../fixtures.ts'
import { backupSucceededAt, test } from './card-shop.ts'
import { openShopper, placeOrder } from './card-shopper.ts'
import { OrderPage } from './order-page.ts'

const PAUSED = 'Online orders are not being processed at present.'
const ANOTHER = {
  product_id: '102',
  product_name: 'Campus Slim Backpack, Grey',
  price: 79,
  quantity: 1,
  stock_quantity: 20,
} as const
const TEST_SHOP = 'Test shop: no card is charged, nothing ships.'

test('the family opens the shop, cancels an item, ships the rest, is paid for it, pays back and pauses it again', async ({
  page,
  browser,
  server,
  gateway,
}) => {
  await signInFirstOwner(page.request, await printedInvite(server))
  const orders = page.getByRole('region', { name: 'Online orders' })

  await test.step('cannot press what the list above it would move', async () => {
    const answer = Promise.withResolvers<void>()
    await page.route(`**${adminSettings.listMissing.path}`, async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.goto('/admin/settings')
    await expect(orders.getByText('Checking what’s missing')).toBeVisible()
    const buttons = await orders.getByRole('button').count()
    answer.resolve()
    await expect(orders.getByRole('button', { name: 'Open online orders' })).toBeVisible()
    expect(buttons).toBe(0)
  })

  await test.step('is told what is missing, and does it', async () => {
    await pressSwitch(page, 'Open online orders')
    for (const missing of ['test email', '50 states have no sales tax decision yet', 'No message from Braintree'])
      await expect(orders.getByRole('alert')).toContainText(missing)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, 'the address of the webhook fits on a phone').toBe(page.viewportSize()?.width)
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await expect(page.getByText('A test email is on its way to you')).toBeVisible()
    await deliverMails(page)
    await page.getByRole('button', { name: 'Not collected in any state' }).click()
    await page.getByRole('button', { name: 'Save the states' }).click()
    await expect(page.getByText('Sales tax states saved')).toBeVisible()
    const form = new URLSearchParams(await gateway.notify({ kind: 'check' }))
    expect((await page.request.post('/api/webhooks/braintree', { form: Object.fromEntries(form) })).ok()).toBe(true)
    await expect.poll(() => backupSucceededAt(page)).not.toBeNull()
  })

  const shopper = await openShopper(browser.newContext({ baseURL: server.address }), gateway)
  await test.step('opens orders, and every page says so', async () => {
    await shopper.goto('/')
    await expect(shopper.getByText(PAUSED)).toBeVisible()
    await expect(async () => {
      await pressSwitch(page, 'Open online orders')
      await expect(orders.getByText('People can order and pay by card.')).toBeVisible({ timeout: 10_000 })
    }).toPass()
    await expect.poll(async () => (await page.request.get('/')).text()).toContain(TEST_SHOP)
    await shopper.reload()
    await expect(shopper.getByText(TEST_SHOP)).toBeVisible()
    await expect(shopper.getByText(PAUSED)).toHaveCount(0)
  })

  const orderId = await test.step('somebody orders two bags and another one', () => placeOrder(shopper, [ANOTHER]))

  const order = new OrderPage(page)
  await test.step('cancels the other one', async () => {
    await page.goto('/admin/orders')
    await order.find(orderId)
    await order.cancelItem(ANOTHER.product_name)
  })

  await test.step('ships the rest, and the card is charged only for that', async () => {
    await order.startShipping()
    await order.showShippingMail()
    await order.ship()
    await expect
      .poll(async () => (await gateway.transactions()).map(({ status, cents }) => ({ status, cents })), {
        timeout: 60_000,
      })
      .toEqual([{ status: 'submitted_for_settlement', cents: 15_800 }])
    await gateway.settle()
  })

  await test.step('pays a part back to the card', async () => {
    await page.reload()
    await order.startRefund()
    await order.dialog().getByLabel('Amount in dollars').fill('10')
    await order.showMail()
    await order.dialog().getByRole('button', { name: 'Refund $10.00' }).click()
    await expect(order.dialog()).toBeHidden()
    const refunds = async () => (await gateway.transactions()).filter(({ type }) => type === 'credit')
    await expect.poll(async () => (await refunds()).map(({ cents }) => cents), { timeout: 60_000 }).toEqual([1000])
  })

  await test.step('pauses orders again; the page that was open says so at Pay Now', async () => {
    await page.goto('/admin/settings')
    await pressSwitch(page, 'Pause online orders')
    await expect(orders.getByText('No one can order right now.')).toBeVisible()
    await expect.poll(async () => (await page.request.get('/')).text()).toContain(PAUSED)
  })
})

/** By keyboard only. */
async function pressSwitch(page: Page, name: string): Promise<void> {
  await press(page, page.getByRole('region', { name: 'Online orders' }).getByRole('button', { name }))
  await press(page, page.getByRole('dialog').getByRole('button', { name }))
}
