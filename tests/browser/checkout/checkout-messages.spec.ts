import type { Page } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { expectShownFor, runClockUntilShown, stopClock } from '../timed.ts'
import { openBare } from '../visit-storage.ts'
import { type Checkout, PAY_NOW_TEXT } from './checkout.ts'

const OPTIONS = '**/api/api/delivery-options'
const NO_DELIVERY = 'Please select a delivery option to continue'
const ADJUSTED = 'Some items were adjusted to available stock. Please review your cart.'
const SOLD_OUT = { product_id: '107', product_name: 'Another bag', price: 12, quantity: 1, stock_quantity: 5 }
const COMPLETE = {
  firstName: 'Ada',
  lastName: 'Shopper',
  email: 'ada@packwright.example',
  address1: '12 MAIN ST',
  city: 'SACRAMENTO',
  state: 'CA',
  zipCode: '95814',
}
const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' }).click()

test('messages close after their times, from the cart to Pay Now', ONCE, async ({ page, cart, checkout, server }) => {
  // A Friday noon: the weekend is skipped.
  await page.clock.install({ time: new Date('2026-11-20T12:00:00') })
  const options = await (await page.request.get(`${server.apiAddress}/api/api/delivery-options`)).json()
  await page.route(OPTIONS, (route) => route.fulfill({ json: options.slice(0, 2) }))
  await openBare(page)
  await checkout.seedCart(5, PRODUCT.price, [SOLD_OUT])
  await checkout.seedInput(COMPLETE, '4')
  await page.route(`**/api/products/${SOLD_OUT.product_id}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), stock_quantity: 0 } })
  })
  await cart.open()

  await test.step('an item with quantity 0 blocks checkout with its message for 4 seconds', async () => {
    const adjusted = page.getByRole('alert').getByText(ADJUSTED)
    await stopClock(page)
    await runClockUntilShown(page, adjusted)
    await page.keyboard.press('Escape')
    await expect(adjusted).toBeHidden()
    await page.clock.resume()
    await expect(cart.line(SOLD_OUT.product_name)).toContainText('Sold Out')
    const message = page.getByText(`Cannot proceed to checkout. "${SOLD_OUT.product_name}" has a quantity of 0.`)
    await expectShownFor(page, 4000, message, () => proceed(page))
    await cart.remove(SOLD_OUT.product_name)
  })

  await test.step('a check that takes longer says so; one that adjusts the stock blocks, with a banner for 3 seconds', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/cart/validate-stock', async (route) => {
      await released
      await route.fulfill({ json: [{ product_id: PRODUCT.product_id, quantity: 2 }] })
    })
    await proceed(page)
    await page.clock.runFor(3100)
    await expect(page.getByRole('main').getByText('taking longer than usual')).toBeVisible()
    await expectShownFor(page, 3000, page.getByRole('alert').getByText(ADJUSTED), async () => release())
    await expect(page).toHaveURL('/cart')
    await cart.expectCount(2)
    await expect(cart.line(PRODUCT.product_name)).toContainText('was 5, now 2 in stock')
  })

  await proceed(page)
  await page.getByRole('button', { name: 'Continue as Guest' }).click()
  await checkout.expectOpen()
  await expectDeliveryRequired(page, checkout)
})

async function expectDeliveryRequired(page: Page, checkout: Checkout): Promise<void> {
  const first = checkout.delivery('USPS Ground Advantage')
  const beside = page.getByRole('main').getByText(NO_DELIVERY)
  await test.step('Pay Now without a delivery option asks for one, for 5 seconds and beside the options', async () => {
    await expect(first).not.toBeChecked()
    // Making them has a time limit, which the minute below would exceed.
    await checkout.reachCard()
    await expect(page.getByText('These card fields are for testing')).toBeVisible()
    await checkout.payNow()
    await expect(checkout.popup()).toHaveText(new RegExp(PAY_NOW_TEXT))
    // It has no timer (R17).
    await stopClock(page)
    await page.clock.runFor(60_000)
    await expect(checkout.popup()).toBeVisible()
    const okay = checkout.popup().getByRole('button', { name: 'Okay' })
    await expectShownFor(page, 5000, page.getByRole('alert').getByText(NO_DELIVERY), () => okay.click())
    await expect(beside).toBeVisible()
    await expect(first).toBeFocused()
    await first.check()
    await expect(beside).toBeHidden()
  })
  await test.step('each option has its date', async () => {
    await expect(page.getByText('Arrives Fri, Nov 27')).toBeVisible()
    await checkout.delivery('USPS Priority Mail').check()
    await expect(checkout.summary().getByText('Wednesday, November 25, 2026')).toBeVisible()
  })
}
