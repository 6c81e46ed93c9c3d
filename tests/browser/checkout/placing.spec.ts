import { expectAccessible } from '../accessibility/axe.ts'
import { PRODUCT } from '../addresses.ts'
import { expect, ONCE } from '../fixtures.ts'
import { PAY_NOW_TEXT } from './checkout.ts'
import { expectPlaced, fillCard, fillOrder, PLACE, test } from './open-orders.ts'

// One worker: each starts a gateway and a shop of its own.
test.describe.configure({ mode: 'default' })

test('a guest orders from the product page on, and Back does not lead to a full checkout', async ({
  page,
  product,
  checkout,
}) => {
  await product.open(PRODUCT.product_id)
  await product.add()
  await product.reviewCart()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('button', { name: 'Continue as Guest' }).click()
  await checkout.expectOpen()
  await expect(page.getByText('Please don’t enter a card')).toHaveCount(0)
  await checkout.reachCard()
  await expect(page.getByText('Card payments by Braintree.')).toBeVisible()

  await test.step('an empty form is validated, the card too', async () => {
    await checkout.payNow()
    await expect(checkout.field('First name')).toBeFocused()
    await expect(page.getByText('Please enter your card number')).toBeVisible()
    await expectAccessible(page)
  })
  await fillOrder(checkout)
  await checkout.expandSummary()
  await expect(checkout.summary().getByText('no sales tax collected for California')).toBeVisible()
  await page.getByRole('button', { name: 'Pay Now' }).dblclick()
  await expectPlaced(page)
  await expect(page.getByRole('link', { name: 'See the order' })).toHaveAttribute('href', /orderAndReturn\?order=\d+/)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('form', { name: 'Create an account' }).getByLabel('Email')).toHaveValue(
    'ada@mail.example',
  )
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Pay Now' })).toHaveCount(0)
})

test('a declined card can be replaced, and the rest of the form is kept', ONCE, async ({ page, checkout, allow }) => {
  allow(/status of 402/, 'the card is declined')
  await checkout.open('guest', 1)
  await fillOrder(checkout)
  await page.route(PLACE, (route) =>
    route.fulfill({
      status: 402,
      json: { success: false, error: 'payment_declined', message: 'The card was declined.' },
    }),
  )
  await checkout.payNow()
  await expect(page.getByRole('alert').getByText('The card was declined.')).toBeVisible()
  await expectAccessible(page)
  await expect(checkout.cardField('Card number')).toHaveValue('')
  await expect(checkout.field('City')).toHaveValue('SACRAMENTO')
  await page.unroute(PLACE)
  await fillCard(checkout)
  await checkout.payNow()
  await expectPlaced(page)
})

test(
  'a ZIP code of another state is asked about, and ordered as it is at the next press',
  ONCE,
  async ({ page, checkout }) => {
    await checkout.open('guest', 1)
    await fillOrder(checkout)
    await checkout.field('ZIP code').fill('01970')
    const doubt = '01970 is a ZIP code in Massachusetts, not California.'
    await expect(checkout.field('ZIP code')).toHaveAccessibleDescription(`${doubt} Please check both.`)
    await checkout.payNow()
    await expect(page.getByRole('alert')).toContainText(`${doubt} If both are right, please press Pay Now again.`)
    await expectAccessible(page)
    await checkout.payNow()
    await expectPlaced(page)
  },
)

test(
  'a total or price that changed is shown, and the next press orders at it',
  ONCE,
  async ({ page, checkout, allow }) => {
    allow(/status of 409/, 'the price is another one')
    await checkout.open('guest', 1, 12)
    await fillOrder(checkout)
    const message = 'The total was $12.00 and is now $12.96.'
    const details = [{ field: 'total', message }]
    const json = { success: false, error: 'conflict', message, details }
    await page.route(PLACE, (route) => route.fulfill({ status: 409, json }), { times: 1 })
    await checkout.payNow()
    await expect(page.getByRole('alert')).toContainText(`${message}You weren’t charged.`)
    await checkout.payNow()
    await expect(page.getByRole('alert')).toContainText(/cost \$12\.00 and now costs \$[\d.]+/)
    await expect(page.getByRole('alert')).toContainText(/The total was \$[\d.]+ and is now \$[\d.]+/)
    await checkout.payNow()
    await expectPlaced(page)
  },
)

test('an answer that is lost is found, also after a reload', ONCE, async ({ page, checkout, allow }) => {
  allow(/placeOrder/, 'the connection is cut')
  await checkout.open('guest', 1)
  await fillOrder(checkout)
  await page.route('**/api/placeOrder/*', (route) => route.abort())
  await page.route(PLACE, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await checkout.payNow()
  await expect(page.getByRole('heading', { name: 'We’re checking your payment' })).toBeFocused()
  await page.unroute('**/api/placeOrder/*')
  await page.reload()
  await expectPlaced(page)
})

test('orders that are paused in between show the popup of a paused shop', ONCE, async ({ page, checkout, allow }) => {
  allow(/status of 409/, 'orders are paused')
  await checkout.open('guest', 1)
  await fillOrder(checkout)
  await page.route(PLACE, (route) =>
    route.fulfill({ status: 409, json: { success: false, error: 'orders_paused', message: PAY_NOW_TEXT } }),
  )
  await checkout.payNow()
  await expect(checkout.popup()).toContainText(PAY_NOW_TEXT)
  await expect(page.getByText('Processing', { exact: true })).toHaveCount(0)
})
