import { randomUUID } from 'node:crypto'
import { localDay } from '../../../backend/platform/lib/days/local-day.ts'
import { addBusinessDays } from '../../../contract/delivery/rules.ts'
import { type Gateway, startGateway } from '../../gateway/start-gateway.ts'
import { type ShopServer, startShop } from '../../harness/shop/shop-server.ts'
import { expect, test as withOwner } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { OrderPage } from './order-page.ts'

const OPEN_SHOP = 'backend/testing/open-shop.ts'

/** The owner of a shop whose orders are open, with the gateway of the tests. */
const test = withOwner.extend<object, { server: ShopServer; gateway: Gateway }>({
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are wanted.
    async ({}, use) => {
      const gateway = await startGateway()
      await use(gateway)
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ gateway, mailServer }, use) => {
      const server = await startShop({ ...gateway.settings, SMTP_URL: mailServer.url }, { program: OPEN_SHOP })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

/** Two bags, paid by card. */
async function placeOrder({ address }: ShopServer, gateway: Gateway): Promise<string> {
  const response = await fetch(`${address}/api/placeOrder`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      key: randomUUID(),
      items: [
        { product_id: '101', quantity: 1, price: 79 },
        { product_id: '102', quantity: 1, price: 79 },
      ],
      delivery_type_id: '1',
      customer: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@mail.example', phone: '503 555 0100' },
      address: { address1: '12 MAIN ST', address2: 'APT 4', city: 'PORTLAND', state: 'OR', zipCode: '97201' },
      billingZip: '97201',
      nonce: await gateway.nonce(),
      total: 158,
      estimatedDeliveryDate: addBusinessDays(localDay(new Date()), 5),
    }),
  })
  const { order } = await response.json()
  return order.orderId
}

test('the owner ships an order that is paid by card, sees it charged, and pays a part back', async ({
  page,
  server,
  gateway,
}) => {
  const orderId = await placeOrder(server, gateway)
  const order = new OrderPage(page)
  const payment = page.getByRole('region', { name: 'Card payment' })
  const dialog = order.dialog()
  await page.goto(`/admin/orders/${orderId}`)
  await expect(payment.getByText('Reserved', { exact: true }).first()).toBeVisible()
  await expect(payment.getByText('Visa ending in 1111')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  await expectGoodScreen(page, 'order-reserved')

  await test.step('reads what the card is charged before it ships', async () => {
    await order.startShipping()
    await expect(dialog.getByText('Ten seconds later the card is charged $158.00.')).toBeVisible()
    await expectGoodScreen(page, 'order-charge', '[role=dialog]')
    await order.showShippingMail()
    await order.ship()
    await expect(payment.getByText('Charge $158.00')).toBeVisible()
    await expect(payment.getByText('Charged', { exact: true }).first()).toBeVisible()
    await gateway.settle()
  })

  await test.step('pays nothing back later that cannot be refunded now', async () => {
    await order.startRefund()
    await dialog.getByLabel('Amount in dollars').fill('158.01')
    await order.showMail()
    await expect(dialog.getByText(`At most $158.00 of order ${orderId} can be refunded.`)).toBeVisible()
    await dialog.getByLabel('Amount in dollars').fill('12.50')
    await expectGoodScreen(page, 'order-refund', '[role=dialog]')
    await order.showMail()
    const send = dialog.getByRole('button', { name: 'Refund $12.50 and send' })
    await expect(send).toBeVisible()
    await page.context().setOffline(true)
    await send.click()
    await expect(dialog.getByText(/the shop didn’t answer|this wasn’t sent/i)).toBeVisible()
    await send.click()
    await expect(dialog.getByText('so this wasn’t sent. Please try again once you’re back online.')).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByText('No connection to the shop', { exact: true })).toBeHidden()
    await expect(page.getByText(/changes? (is|are) waiting on this device/)).toHaveCount(0)
    await expect(payment.getByText('Refund $12.50')).toHaveCount(0)
    await send.click()
    await expect(payment.getByText('Refund $12.50')).toBeVisible()
    await expect(page.getByText('Refund pending')).toBeVisible()
    await expectGoodScreen(page, 'order-refunded')
  })
})
