import type { Page } from '@playwright/test'
import { CANCELLATION_REASONS, orderCalls } from '@shop/contract/orders/calls'
import { ordersAlt } from '@shop/contract/pages/words/pictures'
import { expectAccessible } from '../accessibility/axe.ts'
import { DEMO, LoginPage, newPerson } from '../accounts/login-page.ts'
import { ContactDialog } from '../contact/contact-dialog.ts'
import { ALSO_AT_OTHER_BACKEND, expect, ONCE, ONCE_AND_AT_OTHER_BACKEND, test } from '../fixtures.ts'
import { seedStorage } from '../visit-storage.ts'
import { GUEST, OrdersPage } from './orders-page.ts'

const CANCEL = `**${orderCalls.cancelOrder.path}`
const LIST = `**${orderCalls.listOrders.path}?**`
const DETAIL = `**${orderCalls.findOrder.path}?**`

async function stockOf(page: Page, productId: string): Promise<number> {
  const response = await page.request.get(`/api/products/${productId}`)
  return Number((await response.json()).stock_quantity)
}

/** Order details as the backend sends them, with other values in the first row. */
async function changeFirstItem(page: Page, change: object): Promise<void> {
  await page.unroute(DETAIL)
  await page.route(DETAIL, async (route) => {
    const response = await route.fetch()
    const [first, ...rows]: Record<string, unknown>[] = await response.json()
    await route.fulfill({ response, json: [{ ...first, ...change }, ...rows] })
  })
}

test('on a desktop help and a photograph are as high as the form beside them', ONCE, async ({ page }) => {
  const orders = new OrdersPage(page)
  await orders.open()
  const form = await orders.guestForm().locator('..').boundingBox()
  const help = await page.getByRole('complementary', { name: 'Help with orders' }).boundingBox()
  expect(help?.y).toBe(form?.y)
  expect(help?.height).toBe(form?.height)
  const photo = await page.getByRole('img', { name: ordersAlt }).boundingBox()
  expect((photo?.y ?? 0) + (photo?.height ?? 0)).toBeCloseTo((form?.y ?? 0) + (form?.height ?? 0), 0)
})

test(
  'sign-up, sign-out, sign-in, orders, open one, cancel an item: its status shows and its stock is back',
  ALSO_AT_OTHER_BACKEND,
  async ({ page }) => {
    const login = new LoginPage(page)
    const orders = new OrdersPage(page)
    await orders.open()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await login.signUp(newPerson())
    await expect(page).toHaveURL('/orderAndReturn')
    await expect(orders.customerForm()).toContainText('No orders found for your account')
    await login.signOut()
    await expect(orders.guestForm()).toBeVisible()
    await login.openFromHeader()
    await login.signIn(DEMO)

    await orders.choose('100001')
    const item = orders
      .items()
      .filter({ has: page.locator('input:enabled') })
      .first()
    const name = (await item.getByRole('checkbox').getAttribute('aria-label')) ?? ''
    const productId = (await item.getByRole('link').getAttribute('href'))?.split('/').pop() ?? ''
    const quantity = Number((await item.locator('td').nth(2).locator('span').last().textContent()) ?? '')
    const before = await stockOf(page, productId)

    await item.getByRole('checkbox', { name }).check()
    await orders.cancelButton().click()
    await expect(orders.cancelForm().getByLabel('Reason')).toBeFocused()
    await orders.cancelForm().getByRole('button', { name: 'Keep my order' }).click()
    await expect(orders.cancelButton()).toBeFocused()
    await orders.cancelButton().click()
    await expect(orders.cancelForm()).toContainText(name)
    await test.step('axe objects to nothing while the reason form is open', () => expectAccessible(page))
    await orders.fillCancellation('Changed My Mind', 'I found one at home.')
    await orders.submitCancellation()
    await expect(page.getByText('Cancellation request submitted successfully!')).toBeFocused()
    await expect(orders.cancelForm()).toHaveCount(0)
    const row = orders.items().filter({ has: page.getByRole('checkbox', { name }) })
    await expect(row).toContainText('cancelled')
    await expect(row).toContainText('Changed My Mind')
    await expect(row.getByRole('checkbox')).toBeDisabled()
    await expect(row.getByRole('checkbox')).toHaveAccessibleDescription('Already cancelled')
    await expect(orders.receipt('100001')).toContainText('Cancelled by you')
    expect(await stockOf(page, productId)).toBe(before + quantity)
    await row.getByRole('link').click()
    await expect(page.getByRole('main').getByText('In Stock').first()).toBeVisible()
  },
)

test('a guest finds an order by name, email and number', ONCE_AND_AT_OTHER_BACKEND, async ({ page, allow }) => {
  allow(/500|429|400/, 'the look-up fails on purpose')
  const orders = new OrdersPage(page)
  const form = orders.guestForm()
  await orders.open('?order=%23100005')

  await test.step('all fields are required, and ?order= fills in the number', async () => {
    await expect(form.getByLabel('Order number')).toHaveValue('100005')
    await orders.findButton().click()
    for (const label of ['First name', 'Last name', 'Email'])
      await expect(form.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByLabel('First name')).toBeFocused()
  })

  await test.step('a search that fails or finds nothing says so', () => expectFailedSearches(page, orders))

  await test.step('blanks, a # and any letter case are accepted, and nothing of it is in the address', async () => {
    await orders.find({
      firstName: ' guest',
      lastName: 'SHOPPER ',
      email: 'Guest@Packwright.example',
      orderId: ' #100005',
    })
    await orders.expectFound('100005')
    await expect(page).toHaveURL('/orderAndReturn?order=%23100005')
    const receipt = orders.receipt('100005')
    await expect(receipt.getByRole('heading')).toBeFocused()
    for (const name of ['Order number', 'Order date', 'Estimated delivery', 'Status', 'Subtotal', 'Sales tax', 'Total'])
      await expect(receipt.getByText(name, { exact: true }).first()).toBeVisible()
    await expect(orders.items()).toHaveCount(2)
  })

  await test.step('the fields stay as they were filled in, but for blanks of the number, for the next search', async () => {
    await expect(form.getByLabel('Last name')).toHaveValue('SHOPPER ')
    await expect(form.getByLabel('Order number')).toHaveValue('#100005')
    await expect(orders.receipt('100005').getByRole('heading').first()).toBeInViewport()
  })

  await test.step('the contact form names the order', async () => {
    const contact = new ContactDialog(page)
    await contact.openFromFooter()
    await expect(contact.field('Product name or order ID')).toHaveValue('Order # 100005')
    await page.keyboard.press('Escape')
    await contact.expectClosed()
  })

  await test.step('an item leads to its product, and Back to the order', async () => {
    await orders.items().first().getByRole('link').click()
    await expect(page).toHaveURL(/\/product\//)
    await expect(page.getByRole('button', { name: 'Add to Cart', exact: true })).toBeVisible()
    await page.goBack()
    await orders.expectFound('100005')
  })

  await test.step('Back leads home when there is no page before', async () => {
    await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL('/')
  })
})

/** Pages of another origin may read it. */
const RETRY_AFTER = { 'retry-after': '840', 'access-control-expose-headers': 'retry-after' }

async function expectFailedSearches(page: Page, orders: OrdersPage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(DETAIL, async (route) => {
    await promise
    await route.fulfill({ status: 500, json: {} })
  })
  await orders.find(GUEST)
  await expect(page.getByRole('button', { name: 'Searching...' })).toBeVisible()
  resolve()
  await orders.expectMissing()
  await expect(orders.guestForm()).toContainText('The shop had a problem. Wait a moment, then try again.')
  await page.route(DETAIL, (route) => route.fulfill({ status: 429, headers: RETRY_AFTER, json: {} }))
  await orders.findButton().click()
  await expect(orders.guestForm()).toContainText('Wait 14 minutes, then try again.')
  await orders.expectMissing()
  await page.route(DETAIL, (route) => route.fulfill({ status: 400, json: {} }))
  await orders.findButton().click()
  await expect(orders.guestForm()).not.toContainText('minutes')
  await orders.expectMissing()
  await expect(orders.guestForm()).not.toContainText('The shop')
  await page.unroute(DETAIL)
  const response = page.waitForResponse(DETAIL)
  await orders.find({ ...GUEST, lastName: 'Shoper' })
  await response
  await orders.expectMissing()
  await expect(orders.guestForm().getByLabel('Last name')).toHaveValue('Shoper')
}

test('a cancellation is checked, and a failed one says so beside what was typed', ONCE, async ({ page, allow }) => {
  allow(/500|409/, 'the cancellation fails on purpose')
  const orders = new OrdersPage(page)
  await orders.open()

  await test.step('a status that is not known is not shown, yet its item cannot be chosen (R27)', async () => {
    await changeFirstItem(page, { cancellation_status: 'requested' })
    await orders.find(GUEST)
    const row = orders.items().first()
    await expect(row.getByRole('checkbox')).toBeDisabled()
    await expect(row.getByRole('checkbox')).toHaveAccessibleDescription(
      'We’re already cancelling or refunding this item',
    )
    await expect(row).not.toContainText('requested')
    await page.unroute(DETAIL)
    await orders.find(GUEST)
    await expect(row.getByRole('checkbox')).toBeEnabled()
  })

  await orders.cancelButton().click()
  await test.step('the four checks come in their order, as a popup and at the field', () => expectChecks(orders))
  await orders.fillCancellation('Shipping Issues', 'It takes too long.')
  await test.step('a failed one is sent as section 7 says, and keeps what was typed', () => expectFailure(page, orders))

  await page.route(CANCEL, (route) => route.fulfill({ status: 409, json: {} }))
  const [first, second] = [orders.items().first().getByRole('checkbox'), orders.items().nth(1).getByRole('checkbox')]
  const alert = orders.cancelForm().getByRole('alert')
  const tryAgain = orders.cancelForm().getByText('Failed to submit cancellation. Please try again.')
  const isShipped = orders.cancelForm().getByText('Order is already shipped.')

  await test.step('an item that someone else has just cancelled is shown as cancelled', async () => {
    await changeFirstItem(page, { cancellation_status: 'cancelled' })
    await orders.submitCancellation()
    await expect(alert).toContainText('This order has changed. Look at the items above.')
    await expect(first).not.toBeChecked()
    await expect(first).toBeDisabled()
    await expect(tryAgain).toHaveCount(1)
    await expect(isShipped).toHaveCount(0)
  })

  await test.step('an order that has just shipped says so', async () => {
    await second.check()
    await changeFirstItem(page, { tracking_number: '1Z9' })
    await orders.submitCancellation()
    await expect(alert).toContainText('We couldn’t cancel anything: this order has already shipped.')
    await expect(second).toBeChecked()
    await expect(second).toBeEnabled()
    await expect(tryAgain).toHaveCount(0)
    await expect(isShipped).toHaveCount(1)
  })
})

test('some pieces of an item are cancelled, and the others are kept', ONCE, async ({ page }) => {
  const orders = new OrdersPage(page)
  await orders.open()
  await changeFirstItem(page, { stock_quantity: 3, cancellable_quantity: 3 })
  await orders.find(GUEST)
  const box = orders.items().first().getByRole('checkbox')
  await box.check()
  await orders.cancelButton().click()
  const count = orders.cancelForm().getByRole('combobox', { name: /^Quantity of .+ to cancel$/ })
  await expect(count).toHaveValue('3')
  await count.selectOption('2')
  await orders.fillCancellation('Changed My Mind', 'One is enough.')
  const posted = page.waitForRequest(CANCEL)
  await page.route(CANCEL, (route) => route.fulfill({ json: { success: true } }))
  await orders.submitCancellation()
  const { itemsToCancel, quantitiesToCancel } = (await posted).postDataJSON()
  expect([itemsToCancel.length, quantitiesToCancel]).toEqual([1, { [itemsToCancel[0]]: 2 }])
  await expect(page.getByText('Cancellation request submitted successfully!')).toBeFocused()
})

/** The checks of section 5; afterwards the first item is selected. */
async function expectChecks(orders: OrdersPage): Promise<void> {
  const form = orders.cancelForm()
  const options = await form.getByRole('option').allTextContents()
  expect(options.slice(1)).toEqual([...CANCELLATION_REASONS])
  await expect(form.getByLabel('Details')).toHaveAttribute('rows', '3')

  await orders.submitCancellation()
  await orders.closePopup('Please select at least one item to cancel.')
  const box = orders.items().first().getByRole('checkbox')
  await expect(box).toHaveAccessibleDescription('Please select at least one item to cancel.')
  await box.check()
  await expect(box).toHaveAccessibleDescription('')

  await orders.submitCancellation()
  await orders.closePopup('Please select a cancellation reason.')
  await expect(form.getByLabel('Reason')).toHaveAccessibleDescription('Please select a cancellation reason.')
  await orders.fillCancellation('Shipping Issues', '  ')
  await orders.submitCancellation()
  await expect(orders.popup()).toContainText('Please provide additional details.')
  // Held: its time must not pass.
  await orders.popup().getByText('Please provide additional details.').hover()
  await expect(form.getByLabel('Details')).toHaveAccessibleDescription('Please provide additional details.')
}

async function expectFailure(page: Page, orders: OrdersPage): Promise<void> {
  const bodies: Record<string, unknown>[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(CANCEL, async (route) => {
    bodies.push(route.request().postDataJSON())
    await promise
    await route.fulfill({ status: 500, json: {} })
  })
  await orders
    .cancelForm()
    .getByRole('button', { name: /^Submit/ })
    .press('Enter')
  const submitting = orders.cancelForm().getByRole('button', { name: 'Submitting...' })
  await expect(submitting).toBeVisible()
  const messages = await orders.popup().count()
  await submitting.click({ force: true })
  resolve()
  expect(messages, 'what was missing is no longer missing').toBe(0)
  await expect(page.getByRole('alert').getByText('Failed to submit cancellation. Please try again.')).toBeVisible()
  await expect(orders.cancelForm().getByLabel('Reason')).toHaveValue('Shipping Issues')
  await expect(orders.cancelForm().getByLabel('Details')).toHaveValue('It takes too long.')
  expect(bodies).toEqual([
    {
      ...GUEST,
      orderDetails: expect.objectContaining({ order_id: GUEST.orderId, items: expect.any(Array) }),
      cancellationReason: 'Shipping Issues',
      cancellationJustification: 'It takes too long.',
      itemsToCancel: [expect.any(String)],
    },
  ])
  await page.unroute(CANCEL)
}

test('a customer chooses from the orders of the account', ONCE, async ({ page, allow, demoSession }) => {
  allow(/500|401/, 'the list fails on purpose')
  const orders = new OrdersPage(page)
  await seedStorage(page, demoSession)
  await page.route(LIST, (route) => route.fulfill({ status: 500, json: {} }))
  await orders.open('?order=100002')

  await test.step('a first list that fails says so, and Try again brings it', async () => {
    await orders.expectListFailure()
    await page.unroute(LIST)
    await orders.tryAgain().click()
    await orders.expectList()
  })

  await test.step('name and email are fixed, and the orders are written as Order # id - date', async () => {
    const known = { 'First name': DEMO.firstName, 'Last name': DEMO.lastName, Email: DEMO.email }
    for (const [label, value] of Object.entries(known)) {
      await expect(orders.customerForm().getByLabel(label)).toHaveValue(value)
      await expect(orders.customerForm().getByLabel(label)).toBeDisabled()
    }
    await expect(orders.dropdown().getByRole('option')).toContainText([/Order # 10000\d - \d{1,2}\/\d{1,2}\/\d{4}/])
    await expect(orders.dropdown()).toHaveValue('100002')
  })

  await test.step('a shipped order says so before and at submit, and nothing is sent', () =>
    expectShipped(page, orders))

  await test.step('an order that is refunded as a whole offers no cancellation, and gives the reason', async () => {
    await orders.choose('100004')
    await expect(orders.cancelButton()).toHaveCount(0)
    for (const row of await orders.items().all()) {
      await expect(row.getByRole('checkbox')).toBeDisabled()
      await expect(row.getByRole('checkbox')).toHaveAccessibleDescription('Already refunded')
    }
  })

  await test.step('a list on the screen stays when its refresh fails', async () => {
    await page.route(LIST, (route) => route.fulfill({ status: 500, json: {} }))
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /^About/ })).toBeVisible()
    await page.goBack()
    await orders.expectListFailure()
    await orders.expectList()
  })

  await test.step('it also stays when the session has expired; Sign In leads to a new one and back', async () => {
    await page.route(LIST, (route) => route.fulfill({ status: 401, json: {} }))
    await orders.tryAgain().click()
    const signIn = page.getByRole('main').getByRole('link', { name: 'Sign In' })
    await expect(signIn).toBeVisible()
    await orders.expectListFailure()
    await orders.expectList()
    await page.unroute(LIST)
    await signIn.click()
    await new LoginPage(page).signIn(DEMO)
    await expect(page).toHaveURL('/orderAndReturn?order=100002')
    await expect(orders.dropdown()).toBeEnabled()
  })
})

async function expectShipped(page: Page, orders: OrdersPage): Promise<void> {
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith(orderCalls.cancelOrder.path)) sent += 1
  })
  await orders.choose('100002')
  await expect(orders.receipt('100002')).toContainText('1ZDEMO0000000100002')
  await expect(orders.receipt('100002')).toContainText('Order is already shipped. Please contact seller.')
  await orders.cancelButton().click()
  await orders.items().first().getByRole('checkbox').check()
  await orders.fillCancellation('Changed My Mind', 'Too late?')
  await orders.submitCancellation()
  await orders.closePopup('Order is already shipped. Please contact seller.')
  expect(sent).toBe(0)
}
