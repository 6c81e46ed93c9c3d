import { expect, type Page } from '@playwright/test'
import { requestPath } from '../../../contract/http/call.ts'
import { adminOrders } from '../../../contract/orders/admin.ts'
import { expectAccessible } from '../../browser/accessibility/axe.ts'
import { clientTokenValue } from '../../browser/checkout/braintree-hosts.ts'
import { OrdersPage } from '../../browser/orders/orders-page.ts'
import { type Gateway, startGateway } from '../../gateway/start-gateway.ts'
import { startShop } from '../../harness/shop/shop-server.ts'
import { printedInvite, signInFirstOwner } from '../../harness/shop/sign-in-first-owner.ts'
import { newcomerTest } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { openShopper, placeOrder } from './card-shopper.ts'

const test = newcomerTest.extend<{ gateway: Gateway }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are wanted.
  gateway: async ({}, use) => {
    const gateway = await startGateway()
    await gateway.set({ clientToken: clientTokenValue() })
    await use(gateway)
    await gateway.stop()
  },
  server: async ({ mailServer, gateway }, use) => {
    const settings = { ...gateway.settings, SMTP_URL: mailServer.url }
    const server = await startShop(settings, { program: 'backend/testing/open-shop.ts' })
    await use(server)
    await server.stop()
  },
})

const ADA = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@mail.example' }
const LABEL = { name: '../label.html', mimeType: 'text/html', buffer: Buffer.from('%PDF-1.7 label') }

test('a shopper asks to return a bag, gets a label and the money back', async ({ page, browser, server, gateway }) => {
  await signInFirstOwner(page.request, await printedInvite(server))
  const viewport = { width: 360, height: 740 }
  const shopper = await openShopper(browser.newContext({ baseURL: server.address, viewport }), gateway)
  const orderId = await placeOrder(shopper)
  await deliver(page, { orderId, gateway, origin: server.address })

  const orders = new OrdersPage(shopper)
  const receipt = orders.receipt(orderId)
  const look = async () => {
    await orders.open()
    await orders.find({ ...ADA, orderId })
    await orders.expectFound(orderId)
  }

  await test.step('the shopper asks, by keyboard', async () => {
    await look()
    await receipt.getByRole('button', { name: 'Request a return' }).press('Enter')
    const form = receipt.getByRole('form', { name: 'Request a return' })
    await expect(form.getByRole('combobox').first()).toBeFocused()
    await shoot(shopper, 'ask')
    await form.getByRole('button', { name: 'Request a return' }).press('Enter')
    await expect(form.getByText('Please choose at least one item to return.')).toBeVisible()
    await expect(form.getByRole('option', { name: /^Keep/ })).toHaveCount(0)
    await form.getByRole('combobox').first().selectOption('1')
    await form.getByLabel('Reason').selectOption('Defective/Damaged')
    await form.getByLabel('Details').fill('A seam is open. 🧵')
    await expect(form.getByText('we’ll send you a prepaid label')).toBeVisible()
    await expectAccessible(shopper)
    await shoot(shopper, 'asking')
    await form.getByRole('button', { name: 'Request a return' }).press('Enter')
    await expect(receipt.getByText('We’ve received your request')).toBeFocused()
    await expect(receipt.getByRole('region', { name: 'Return requested' })).toContainText('Defective/Damaged')
    await expectAccessible(shopper)
    await shoot(shopper, 'asked')
    // A single piece is left: it is what is returned.
    await receipt.getByRole('button', { name: 'Request a return' }).press('Enter')
    await expect(form.getByRole('combobox')).toHaveCount(1)
    await expect(form.getByLabel('Reason')).toBeFocused()
    await shoot(shopper, 'last')
    await form.getByRole('button', { name: 'Keep everything' }).press('Enter')
    await expect(receipt.getByRole('button', { name: 'Request a return' })).toBeFocused()
  })

  await test.step('the family accepts it with a label', async () => {
    await page.goto('/admin')
    await expectGoodScreen(page, 'returns-today')
    await page.getByRole('link', { name: 'See it: 1 return to handle' }).click()
    await expectGoodScreen(page, 'returns-list')
    await page.getByRole('link', { name: new RegExp(orderId) }).click()
    await expect(returns(page)).toContainText('Waiting for your answer')
    await expectGoodScreen(page, 'returns-asked')
    await page.getByRole('button', { name: 'Accept: ' }).click()
    await page.locator('input[type=file]').setInputFiles(LABEL)
    await expectGoodScreen(page, 'returns-accept')
    await page.getByRole('button', { name: 'Preview email' }).click()
    await expect(page.getByLabel('Email to the shopper')).toContainText('(the link to the label)')
    await page.getByRole('button', { name: 'Accept and send' }).click()
    await expect(returns(page)).toContainText('Accepted, in transit to us')
  })

  await test.step('the shopper saves the label', async () => {
    await look()
    const accepted = receipt.getByRole('region', { name: 'Return accepted' })
    await shoot(shopper, 'accepted')
    const saving = shopper.waitForEvent('download')
    await accepted.getByRole('link', { name: 'Download the prepaid label' }).click()
    expect((await saving).suggestedFilename()).toBe(`return-label-${orderId}-RMA1.pdf`)
  })

  await test.step('the bag comes back, goes into the stock, and is refunded to the card', async () => {
    await page.getByRole('button', { name: 'Mark as received: ' }).click()
    await page.getByRole('checkbox').first().check()
    await expectGoodScreen(page, 'returns-receive')
    await page.getByRole('button', { name: 'Preview email' }).click()
    await page.getByRole('button', { name: 'Mark as received and send' }).click()
    await expect(returns(page)).toContainText('Received, to refund')
    await page.getByRole('button', { name: 'Refund: return' }).click()
    await expect(page.getByLabel('Amount in dollars')).toHaveValue('79.00')
    await expectGoodScreen(page, 'returns-refund')
    await page.getByRole('button', { name: 'Preview email' }).click()
    await page.getByRole('button', { name: 'Refund $79.00 and send' }).click()
    await expect(returns(page)).toContainText('Refunded')
    const refunds = async () => (await gateway.transactions()).filter(({ type }) => type === 'credit')
    await expect.poll(async () => (await refunds()).map(({ cents }) => cents), { timeout: 60_000 }).toEqual([7900])
    await expectGoodScreen(page, 'returns-paid')
  })

  await look()
  await expect(receipt.getByRole('region', { name: 'Return refunded' })).toBeVisible()
  await shoot(shopper, 'paid')
})

function returns(page: Page) {
  return page.getByRole('region', { name: 'Returns' })
}

/** The order has shipped, was charged, and arrived today. */
async function deliver(
  page: Page,
  { orderId, gateway, origin }: { orderId: string; gateway: Gateway; origin: string },
): Promise<void> {
  const post = async ({ path }: { path: string }, data: object) => {
    const address = requestPath(path, { order_id: orderId }, {})
    expect((await page.request.post(address, { data, headers: { origin } })).ok()).toBe(true)
  }
  await post(adminOrders.shipOrder, { tracking_number: '1Z999AA10123456784', version: 0 })
  await expect
    .poll(async () => (await gateway.transactions()).map(({ status }) => status), { timeout: 60_000 })
    .toEqual(['submitted_for_settlement'])
  await gateway.settle()
  // In the zone of the shop.
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())
  await post(adminOrders.markDelivered, { delivered_on: today, version: 1 })
}

async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.ADMIN_SCREENSHOTS
  if (folder === undefined) return
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 740 })
    await page.screenshot({ path: `${folder}/shopper-${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 360, height: 740 })
}
