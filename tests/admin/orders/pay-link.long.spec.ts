import { expect } from '@playwright/test'
import { enqueueMail } from '../../../backend/mail/enqueue-mail.ts'
import { inTransaction, openExistingStore } from '../../../backend/platform/database/database.ts'
import { getShopSettings } from '../../../backend/platform/settings/shop-settings.repository.ts'
import { storeEvent } from '../../../backend/settlement/gateway-events.repository.ts'
import { placeOrder } from '../../../backend/testing/orders/orders.ts'
import { Checkout } from '../../browser/checkout/checkout.ts'
import type { ShopServer } from '../../harness/shop/shop-server.ts'
import { printedInvite, signInFirstOwner } from '../../harness/shop/sign-in-first-owner.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { backupSucceededAt, test } from './card-shop.ts'
import { openShopper } from './card-shopper.ts'

/** An order by phone that is not paid, in a shop that has what it needs to take cards. */
async function takeOrder({ dataDir }: ShopServer): Promise<void> {
  const store = await openExistingStore({ databaseUrl: null, dataDir })
  const { database } = store
  const now = new Date()
  await placeOrder(database, { order_id: '150001', channel: 'phone', payment: 'unpaid' })
  const event = {
    kind: 'check',
    timestamp: now.toISOString(),
    transactionId: null,
    reference: null,
    disputeId: null,
    payload: '',
  }
  await storeEvent(database, 'braintree', event, now)
  await inTransaction(database, async (trx) => {
    const mail = { kind: 'test', to: 'ada@shop.example', text: { name: 'test', values: {} } } as const
    await enqueueMail(trx, mail, { now, shop: await getShopSettings(trx) })
    await trx.updateTable('outbox').set({ state: 'sent' }).where('kind', '=', 'test').execute()
  })
  await store.close()
}

test('the family asks for a payment by link, the shopper pays while orders are paused, and the family sees it', async ({
  page,
  browser,
  server,
  gateway,
}) => {
  await signInFirstOwner(page.request, await printedInvite(server))
  await takeOrder(server)
  await expect.poll(() => backupSucceededAt(page)).not.toBeNull()
  await page.goto('/admin/orders/150001')
  const section = page.getByRole('region', { name: 'Payment by link' })
  const dialog = page.getByRole('dialog')

  const link = await test.step('sends the link, after a look at the email', async () => {
    await section.getByRole('button', { name: 'Send payment link' }).click()
    await dialog.getByRole('button', { name: 'Preview email' }).click()
    await expect(dialog.getByText('Pay for your order # 150001', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Create link and send' }).click()
    const text = dialog.getByText(/#token=/)
    await expect(text).toBeVisible()
    await expectGoodScreen(page, 'pay-link-made')
    const url = new URL(await text.innerText())
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(section.getByText('Sent', { exact: true })).toBeVisible()
    await expectGoodScreen(page, 'pay-link-sent')
    return `${url.pathname}${url.hash}`
  })

  await test.step('a card is declined, the answer to another one is lost and found, and a reload says that it is paid', async () => {
    const shopper = await openShopper(browser.newContext({ ...PHONE, baseURL: server.address }), gateway)
    const checkout = new Checkout(shopper)
    await shopper.goto(link)
    await expect(shopper.getByRole('complementary', { name: 'Order Summary' })).toContainText('$311.26')
    await checkout.payNow()
    await expect(shopper.getByText('Please enter your card number')).toBeVisible()
    await fillCard(checkout)
    await shopper.getByLabel('Billing ZIP code').fill('97201')
    const declined = { success: false, error: 'payment_declined', message: 'The card was declined.' }
    await shopper.route(PAY, (route) => route.fulfill({ status: 402, json: declined }), { times: 1 })
    await checkout.payNow()
    await expect(shopper.getByRole('alert').getByText('The card was declined.')).toBeVisible()
    await expect(checkout.cardField('Card number')).toHaveValue('')

    await fillCard(checkout)
    await shopper.route(PAY, (route) => route.fetch().then(() => route.abort()), { times: 1 })
    await checkout.payNow()
    await expect(shopper.getByRole('heading', { name: 'Order # 150001 is paid' })).toBeFocused()
    await shopper.reload()
    await expect(shopper.getByRole('heading', { name: 'Order # 150001 is paid' })).toBeVisible()
    expect((await gateway.transactions()).map(({ status, cents }) => [status, cents])).toEqual([['authorized', 31_126]])
  })

  await test.step('the order says who paid and with what', async () => {
    await page.reload()
    await expect(page.getByText('Paid by link: $311.26, Visa ending in 1111')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Card payment' })).toContainText('Visa ending in 1111')
    await expect(section).toHaveCount(0)
  })
})

async function fillCard(checkout: Checkout): Promise<void> {
  for (const field of ['Card number', 'Expiration, MM/YY', 'CVV'] as const) await checkout.cardField(field).fill('4111')
}

const PAY = '**/api/payByLink'
const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
