import { countRemoved, makeOldest } from '../../harness/browser/newer-built-ins.ts'
import { PRODUCT } from '../addresses.ts'
import { expectPlaced, fillCard, fillOrder, PLACE, test } from '../checkout/open-orders.ts'
import { expect } from '../fixtures.ts'
import { OrdersPage } from '../orders/orders-page.ts'

// One worker: each starts a gateway and a shop of its own. Its scripts stay in the tab.
test.describe.configure({ mode: 'default' })
test.use({ tab: 'new' })

test('an order is placed without what the oldest browsers lack (R56)', async ({ page, product, checkout, allow }) => {
  allow(/status of 402/, 'the first card is declined')
  allow(/placeOrder/, 'the connection is cut')
  await makeOldest(page)
  await product.open(PRODUCT.product_id)
  expect(await countRemoved(page)).toBeGreaterThan(50)
  await product.add()
  await product.reviewCart()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('button', { name: 'Continue as Guest' }).click()
  await checkout.expectOpen()

  await test.step('an empty form is validated, the card too', async () => {
    await checkout.reachCard()
    await expect(page.getByText('Card payments by Braintree.')).toBeVisible()
    await checkout.payNow()
    await expect(checkout.field('First name')).toBeFocused()
    await expect(page.getByText('Please enter your card number')).toBeVisible()
  })

  await test.step('a declined card is replaced', async () => {
    await fillOrder(checkout)
    const json = { success: false, error: 'payment_declined', message: 'The card was declined.' }
    await page.route(PLACE, (route) => route.fulfill({ status: 402, json }), { times: 1 })
    await checkout.payNow()
    await expect(page.getByRole('alert').getByText('The card was declined.')).toBeVisible()
    await fillCard(checkout)
  })

  await test.step('the order is placed, though its answer is lost', async () => {
    const cutOff = page.waitForEvent('requestfailed')
    await page.route(
      PLACE,
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await checkout.payNow()
    await cutOff
    await expectPlaced(page)
  })

  await test.step('the order is found by its link', async () => {
    await page.getByRole('link', { name: 'See the order' }).click()
    const orders = new OrdersPage(page)
    await expect(orders.guestForm().getByLabel('Order number')).not.toHaveValue('')
    await orders.guestForm().getByLabel('First name').fill('Ada')
    await orders.guestForm().getByLabel('Last name').fill('Lovelace')
    await orders.guestForm().getByLabel('Email').fill('ada@mail.example')
    await orders.findButton().click()
    await expect(orders.items()).toContainText(PRODUCT.product_name)
    expect(await countRemoved(page)).toBeGreaterThan(50)
  })
})
