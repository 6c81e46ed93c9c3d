import { clientTokenValue } from '../../browser/checkout/braintree-hosts.ts'
import { Checkout } from '../../browser/checkout/checkout.ts'
import { type Gateway, startGateway } from '../../gateway/start-gateway.ts'
import { type ShopServer, startShop } from '../../harness/shop/shop-server.ts'
import { expect, test as withOwner } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { openShopper } from '../orders/card-shopper.ts'

/** The owner of a shop whose orders are open, with the gateway of the tests. */
const test = withOwner.extend<object, { server: ShopServer; gateway: Gateway }>({
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are wanted.
    async ({}, use) => {
      const gateway = await startGateway()
      await gateway.set({ clientToken: clientTokenValue() })
      await use(gateway)
      await gateway.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ gateway, mailServer }, use) => {
      const program = 'backend/testing/open-shop.ts'
      const server = await startShop({ ...gateway.settings, SMTP_URL: mailServer.url }, { program })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

const PHONE = { viewport: { width: 360, height: 740 } }

test('an owner enters a code by keyboard, a shopper orders with it, and the order and Sales say so', async ({
  page,
  browser,
  server,
  gateway,
}) => {
  const shopper = await openShopper(browser.newContext({ ...PHONE, baseURL: server.address }), gateway)
  const checkout = new Checkout(shopper)
  const field = checkout.field('Discount code')
  const summary = checkout.summary()

  await test.step('without a code that is on the checkout has no field', async () => {
    await checkout.open('guest', 2)
    await expect(field).toHaveCount(0)
  })

  await test.step('enters a code, which is paused', async () => {
    await page.goto('/admin/discounts')
    await expect(page.getByText('No codes yet.')).toBeVisible()
    await page.getByRole('link', { name: 'New code' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Code', exact: true }).focus()
    await page.keyboard.type('a')
    await page.keyboard.press('Enter')
    await expect(page.getByText('A code has 3 to 30 letters')).toHaveCount(2)
    await page.getByRole('textbox', { name: 'Code', exact: true }).fill('summer')
    await page.getByLabel('Percent off').fill('10')
    await page.getByLabel('Each email address can use it once').check()
    await expectGoodScreen(page, 'discount-new')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'SUMMER' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Paused' })).toBeVisible()
    await expectGoodScreen(page, 'discount')
  })

  await test.step('turns it on, pauses it, and undoes that', async () => {
    await page.getByRole('button', { name: 'Turn it on' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'On', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Pause it' }).click()
    await expect(page.getByRole('heading', { name: 'Paused' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(page.getByRole('heading', { name: 'On', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'All codes' }).click()
    await page.getByLabel('Find a code').fill('win')
    await expect(page.getByText('No code has “win” in it.')).toBeVisible()
    await page.getByLabel('Find a code').fill('sum')
    await expect(page.getByRole('link', { name: /SUMMER/ })).toBeVisible()
    await expectGoodScreen(page, 'discounts')
  })

  await test.step('the shopper is told of a code that there is not, and uses the other one', async () => {
    await expect(async () => {
      await checkout.open('guest', 2)
      await expect(field).toBeVisible({ timeout: 5000 })
    }).toPass()
    await field.fill('winter')
    await field.press('Enter')
    await checkout.expectError('Discount code', 'There is no code WINTER. Please check the spelling.')
    await field.fill(' summer ')
    await shopper.getByRole('button', { name: 'Apply' }).click()
    await expect(shopper.getByText('SUMMER takes $15.80 off.')).toBeFocused()
    await checkout.expandSummary()
    await expect(summary.getByText('$15.80 off with SUMMER')).toBeVisible()
    await checkout.expectSum('Subtotal', '$142.20')
    await expectGoodScreen(shopper, 'checkout-code')
    await shopper.getByRole('button', { name: 'Remove the code' }).click()
    await expect(field).toBeFocused()
    await checkout.expectSum('Subtotal', '$158.00')
    await field.fill('summer')
  })

  await test.step('a code that is typed and not used is not forgotten at Pay Now', async () => {
    await checkout.fill({ 'First name': 'Ada', 'Last name': 'Lovelace' })
    await shopper.getByRole('form', { name: 'Checkout' }).locator('input[type=email]').fill('ada@mail.example')
    await checkout.fillAddress()
    await checkout.reachCard()
    for (const name of ['Card number', 'Expiration, MM/YY', 'CVV'] as const) await checkout.cardField(name).fill('4111')
    await checkout.payNow()
    await checkout.expectError('Discount code', 'Click Apply to use this code, or clear the field.')
    await expect(field).toBeFocused()
    await shopper.getByRole('button', { name: 'Apply' }).click()
    await expect(shopper.getByText('SUMMER takes $15.80 off.')).toBeVisible()
  })

  await test.step('a code that is now paused is reported with old and new total, and then used again', async () => {
    await page.getByRole('link', { name: /SUMMER/ }).click()
    await page.getByRole('button', { name: 'Pause it' }).click()
    await expect(page.getByRole('heading', { name: 'Paused' })).toBeVisible()
    await checkout.payNow()
    const notice = shopper.getByRole('alert').filter({ hasText: 'You weren’t charged.' })
    await expect(notice).toContainText('The code SUMMER can’t be used right now.')
    await expect(notice).toContainText('The total was $142.20 and is now $158.00.')
    await page.getByRole('button', { name: 'Turn it on' }).click()
    await expect(page.getByRole('heading', { name: 'On', exact: true })).toBeVisible()
    await field.fill('summer')
    await shopper.getByRole('button', { name: 'Apply' }).click()
    await expect(shopper.getByText('SUMMER takes $15.80 off.')).toBeVisible()
  })

  const orderId = await test.step('places the order', async () => {
    await checkout.payNow()
    await expect(shopper).toHaveURL('/order-summary')
    await expect(shopper.getByText('Discount code SUMMER')).toBeVisible()
    await expect(shopper.getByText('-$15.80')).toBeVisible()
    await expectGoodScreen(shopper, 'confirmation-code')
    const latest = await shopper.evaluate(() => localStorage.getItem('latestOrder') ?? '{}')
    return String(JSON.parse(latest).orderId)
  })

  await test.step('is told that this address has used the code, and the next press orders without it', async () => {
    await checkout.open('guest', 2)
    await checkout.fill({ 'First name': 'Ada', 'Last name': 'Lovelace' })
    await shopper.getByRole('form', { name: 'Checkout' }).locator('input[type=email]').fill('ada@mail.example')
    await checkout.fillAddress()
    await field.fill('summer')
    await shopper.getByRole('button', { name: 'Apply' }).click()
    await expect(shopper.getByText('SUMMER takes $15.80 off.')).toBeVisible()
    await checkout.reachCard()
    for (const name of ['Card number', 'Expiration, MM/YY', 'CVV'] as const) await checkout.cardField(name).fill('4111')
    await checkout.payNow()
    const notice = shopper.getByRole('alert').filter({ hasText: 'You weren’t charged.' })
    await expect(notice).toContainText('The code SUMMER has already been used with this email address.')
    await expect(notice).toContainText('The total was $142.20 and is now $158.00.')
    await expect(field).toHaveValue('')
    await expectGoodScreen(shopper, 'checkout-code-used')
    await checkout.payNow()
    await expect(shopper).toHaveURL('/order-summary')
  })

  await test.step('the order and Sales say what the code took off', async () => {
    await page.goto(`/admin/orders/${orderId}`)
    await expect(page.getByText('Discount code SUMMER')).toBeVisible()
    await expect(page.getByText('-$15.80')).toBeVisible()
    await expectGoodScreen(page, 'order-code')
    await page.goto('/admin/sales')
    await expect(page.getByText('Codes', { exact: true }).first()).toBeAttached()
    await expectGoodScreen(page, 'sales-codes')
    await page.goto('/admin/discounts/SUMMER')
    await expect(page.getByText('1 order has used it.')).toBeVisible()
  })
})
