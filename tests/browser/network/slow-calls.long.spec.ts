import { accountCalls } from '@shop/contract/accounts/calls'
import { contactCalls } from '@shop/contract/contact/calls'
import { deliveryCalls } from '@shop/contract/delivery/calls'
import { orderCalls } from '@shop/contract/orders/calls'
import { LoginPage } from '../accounts/login-page.ts'
import { CUSTOMER } from '../checkout/checkout.ts'
import { ContactDialog } from '../contact/contact-dialog.ts'
import { expect, ONCE, test } from '../fixtures.ts'
import { GUEST, OrdersPage } from '../orders/orders-page.ts'
import { runClockUntilShown, stopClock } from '../timed.ts'

/** Never responds. */
const hang = () => {}
const STILL = 'This is taking longer than usual.'

test.beforeEach(({ page }) => page.clock.install())

test('after 3 s the total shows without the tax that hangs, labelled so (R50)', ONCE, async ({ page, checkout }) => {
  await page.route('**/api/api/state-tax-rate/*', hang)
  await checkout.open('guest', 2)
  await expect(checkout.delivery('Ground')).toBeChecked()
  await stopClock(page)
  await checkout.chooseState('California')
  await checkout.expectSum('Total', '…')
  await page.clock.runFor(2800)
  await checkout.expectSum('Total', '…')
  await runClockUntilShown(page, checkout.summary().getByRole('status').filter({ hasText: 'Estimate without tax' }))
  await checkout.expectSum('Total', '$158.00')
  await expect(checkout.summary()).toContainText('for California, still loading')
  await checkout.expectSum('Estimated sales tax', '…')
})

test('after 3 s the total shows without the delivery options that hang (R50)', ONCE, async ({ page, checkout }) => {
  await page.route(`**${deliveryCalls.listDeliveryOptions.path}`, hang)
  await checkout.open('guest', 2)
  await page.clock.runFor(3100)
  await checkout.expectSum('Total', '$158.00')
  await expect(checkout.summary()).toContainText('Estimate without delivery')
  await expect(page.getByText('You can continue without one.')).toBeVisible()
})

test('after 3 s a search and a list of orders that hang are reported (R50)', ONCE, async ({ page }) => {
  await page.route(`**${orderCalls.findOrder.path}?**`, hang)
  await page.route(`**${orderCalls.listOrders.path}?**`, hang)
  const orders = new OrdersPage(page)
  await orders.open()
  await stopClock(page)
  await orders.find(GUEST)
  await expect(orders.guestForm().getByRole('button', { name: 'Searching...' })).toBeVisible()
  await page.clock.runFor(2800)
  await expect(orders.guestForm()).not.toContainText(STILL)
  await runClockUntilShown(page, orders.guestForm().getByText(`${STILL} We’re still looking for your order.`))

  await page.evaluate((text) => {
    localStorage.setItem('user', text)
    localStorage.setItem('token', 'browser-test')
  }, JSON.stringify(CUSTOMER))
  // The application of the next page starts with an animation frame.
  await page.clock.resume()
  await page.reload()
  await expect(orders.dropdown()).toBeDisabled()
  await runClockUntilShown(page, orders.customerForm().getByText(`${STILL} We’re still loading your orders.`))
  await expect(orders.customerForm().getByRole('button', { name: 'Find Order' })).toBeDisabled()
})

test('after 3 s a sign-in and a message that hang are reported (R50)', ONCE, async ({ page }) => {
  await page.route(`**${accountCalls.signIn.path}`, hang)
  await page.route(`**${contactCalls.contactUs.path}`, hang)
  const login = new LoginPage(page)
  await login.open()
  await login.signIn({ email: 'ada@packwright.example', password: 'backpack40' })
  await page.clock.runFor(3100)
  await expect(page.getByRole('main')).toContainText(STILL)

  const contact = new ContactDialog(page)
  await contact.open('/error')
  await contact.fill()
  await contact.send()
  await page.clock.runFor(3100)
  await expect(contact.dialog()).toContainText(STILL)
})
