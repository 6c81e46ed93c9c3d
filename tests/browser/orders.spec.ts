import type { Page } from '@playwright/test'
import { CANCELLATION_REASONS, cancelOrderEndpoint, findOrderEndpoint, listOrdersEndpoint } from '@shop/contract/orders'
import { expectAccessible } from './axe.ts'
import { expect, hydrated, ONCE, test } from './fixtures.ts'
import { DEMO, LoginPage, newPerson } from './login-page.ts'
import { GUEST, OrdersPage } from './orders-page.ts'
import { leaveFromVisitBefore } from './visit-before.ts'

const CANCEL = `**${cancelOrderEndpoint.path}`
const LIST = `**${listOrdersEndpoint.path}?**`
const DETAIL = `**${findOrderEndpoint.path}?**`

/** Opens the orders of the demo customer, who has signed in before. */
async function openAsCustomer(page: Page, demoSession: Readonly<Record<string, string>>): Promise<OrdersPage> {
  await leaveFromVisitBefore(page, demoSession)
  const orders = new OrdersPage(page)
  await orders.open()
  return orders
}

async function stockOf(page: Page, productId: string): Promise<number> {
  const response = await page.request.get(`/api/products/${productId}`)
  return Number((await response.json()).stock_quantity)
}

test('sign-up, sign-out, sign-in, orders, open one, cancel an item: its status shows and its stock is back', async ({
  page,
}) => {
  const login = new LoginPage(page)
  const orders = new OrdersPage(page)
  await login.open()
  await login.signUp(newPerson())
  await expect(page).toHaveURL('/')
  await orders.open()
  await expect(orders.customerForm()).toContainText('No orders found for your account')
  await expect(orders.customerForm()).toContainText('found by its order number, after signing out')
  await login.signOut()
  await expect(orders.guestForm()).toBeVisible()
  await login.open()
  await login.signIn(DEMO)
  await expect(page).toHaveURL('/')

  await orders.open()
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
  await expect(orders.cancelForm()).toContainText(name)
  await orders.fillCancellation('Changed My Mind', 'I found one at home.')
  await orders.submitCancellation()
  await expect(page.getByText('Cancellation request submitted successfully!')).toBeVisible()
  await expect(orders.cancelForm()).toHaveCount(0)
  const row = orders.items().filter({ has: page.getByRole('checkbox', { name }) })
  await expect(row).toContainText('cancelled')
  await expect(row).toContainText('Changed My Mind')
  await expect(row.getByRole('checkbox')).toBeDisabled()
  await expect(row.getByRole('checkbox')).toHaveAccessibleDescription('Already cancelled')
  await expect(orders.receipt('100001')).toContainText('Cancelled by you')

  expect(await stockOf(page, productId)).toBe(before + quantity)
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('main').getByText('In Stock').first()).toBeVisible()
  await page.goBack()
  await orders.expectFound('100001')
})

test(
  'a guest finds the order with blanks, a # and any letter case, but not with a wrong letter in any field',
  ONCE,
  async ({ page }) => {
    const orders = new OrdersPage(page)
    await orders.open()
    await orders.find({
      firstName: ' guest',
      lastName: 'SHOPPER ',
      email: 'Guest@Packwright.example',
      orderId: ' #100005',
    })
    await orders.expectFound('100005')
    await expect(page).toHaveURL('/orderAndReturn')
    const receipt = orders.receipt('100005')
    await expect(receipt.getByRole('heading')).toBeFocused()
    for (const name of ['Order number', 'Order date', 'Estimated delivery', 'Status', 'Subtotal', 'Sales tax', 'Total'])
      await expect(receipt.getByText(name, { exact: true }).first()).toBeVisible()
    await expect(orders.items()).toHaveCount(2)

    await test.step('the form folds to what was asked for, and comes back as it was', async () => {
      await expect(orders.guestForm().getByLabel('First name')).toHaveCount(0)
      await orders.guestForm().getByRole('button', { name: 'Change the details' }).click()
      await expect(orders.guestForm().getByLabel('Order number')).toBeFocused()
      await expect(orders.guestForm().getByLabel('Last name')).toHaveValue('SHOPPER ')
    })

    for (const wrong of [
      { firstName: 'Gueste' },
      { lastName: 'Shoper' },
      { email: 'guest@packwright.exampl' },
      { orderId: '100004' },
    ]) {
      await test.step(JSON.stringify(wrong), async () => {
        const response = page.waitForResponse(DETAIL)
        await orders.find({ ...GUEST, ...wrong })
        await response
        await orders.expectMissing()
        await expect(orders.guestForm().getByLabel('First name')).not.toHaveValue('')
      })
    }
  },
)

test('all fields are required, and ?order= fills in the number', ONCE, async ({ page }) => {
  const orders = new OrdersPage(page)
  await orders.open('?order=%23100005')
  await expect(orders.guestForm().getByLabel('Order number')).toHaveValue('100005')
  await orders.guestForm().getByRole('button', { name: 'Find Order' }).click()
  for (const label of ['First name', 'Last name', 'E-mail'])
    await expect(orders.guestForm().getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  await expect(orders.guestForm().getByLabel('First name')).toBeFocused()
})

test(
  'a customer sees name and e-mail fixed, and the orders as Order # id - date',
  ONCE,
  async ({ page, demoSession }) => {
    const orders = await openAsCustomer(page, demoSession)
    for (const [label, value] of Object.entries({
      'First name': DEMO.firstName,
      'Last name': DEMO.lastName,
      'E-mail': DEMO.email,
    })) {
      await expect(orders.customerForm().getByLabel(label)).toHaveValue(value)
      await expect(orders.customerForm().getByLabel(label)).toBeDisabled()
    }
    await expect(orders.dropdown().getByRole('option')).toContainText([/Order # 10000\d - \d{1,2}\/\d{1,2}\/\d{4}/])
    await orders.open('?order=100002')
    await expect(orders.dropdown()).toHaveValue('100002')
  },
)

for (const [status, way] of [
  [500, { role: 'button', name: 'Try again' }],
  [401, { role: 'link', name: 'Sign In' }],
] as const) {
  test(
    `a list that is on the screen stays there when asking again is answered ${status}`,
    ONCE,
    async ({ page, allow, demoSession }) => {
      allow(new RegExp(`${status}`), 'the list fails on purpose')
      const orders = await openAsCustomer(page, demoSession)
      await expect(orders.dropdown().getByRole('option')).not.toHaveCount(1)
      await page.route(LIST, (route) => route.fulfill({ status, json: {} }))
      await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
      await expect(page.getByRole('heading', { level: 1, name: /^About/ })).toBeVisible()
      await page.goBack()
      await expect(
        page.getByRole('alert').getByText('Failed to fetch your orders. Please try again later.'),
      ).toBeVisible()
      const wayOn = page.getByRole('main').getByRole(way.role, { name: way.name })
      await expect(wayOn).toBeVisible()
      await expect(orders.dropdown()).toBeEnabled()
      await expect(orders.dropdown().getByRole('option')).not.toHaveCount(1)
      if (status !== 500) return
      await test.step('a first list that fails says so too, and Try again brings it', async () => {
        await orders.open()
        await expect(
          page.getByRole('alert').getByText('Failed to fetch your orders. Please try again later.'),
        ).toBeVisible()
        await page.unroute(LIST)
        await wayOn.click()
        await expect(orders.dropdown()).toBeEnabled()
        await expect(orders.dropdown().getByRole('option')).not.toHaveCount(1)
      })
    },
  )
}

test(
  "a search shows 'Searching...'; a failed one is not found, says how long to wait, and blames no connection without cause",
  ONCE,
  async ({ page, allow }) => {
    allow(/500|429|400/, 'the look-up fails on purpose')
    const orders = new OrdersPage(page)
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(DETAIL, async (route) => {
      await promise
      await route.fulfill({ status: 500, json: {} })
    })
    await orders.open()
    await orders.find(GUEST)
    await expect(page.getByRole('button', { name: 'Searching...' })).toBeVisible()
    resolve()
    await orders.expectMissing()
    await page.route(DETAIL, (route) => route.fulfill({ status: 429, headers: { 'retry-after': '840' }, json: {} }))
    await orders.find(GUEST)
    await orders.expectMissing()
    await expect(orders.guestForm()).toContainText('Wait 14 minutes, then try again.')
    await page.route(DETAIL, (route) => route.fulfill({ status: 400, json: {} }))
    await orders.find(GUEST)
    await expect(orders.guestForm()).not.toContainText('minutes')
    await orders.expectMissing()
    await expect(orders.guestForm()).not.toContainText('could not be reached')
  },
)

for (const [name, change, told] of [
  [
    'cancelled by somebody else',
    { cancellation_status: 'cancelled' },
    'This order has changed. Look at the items above.',
  ],
  ['shipped', { tracking_number: '1Z9' }, 'Nothing was cancelled: this order has shipped meanwhile.'],
] as const) {
  test(
    `an order that is ${name} meanwhile says so, beside the items as they are now`,
    ONCE,
    async ({ page, allow }) => {
      allow(/409/, 'the order changes on purpose')
      const orders = new OrdersPage(page)
      await orders.open()
      await orders.find(GUEST)
      const box = orders.items().first().getByRole('checkbox')
      await box.check()
      await orders.cancelButton().click()
      await orders.fillCancellation('Shipping Issues', 'It takes too long.')
      await page.route(CANCEL, (route) => route.fulfill({ status: 409, json: {} }))
      await page.route(DETAIL, async (route) => {
        const response = await route.fetch()
        const [first, ...rows]: Record<string, unknown>[] = await response.json()
        await route.fulfill({ response, json: [{ ...first, ...change }, ...rows] })
      })
      await orders.submitCancellation()
      await expect(orders.cancelForm().getByRole('alert')).toContainText(told)
      const shipped = name === 'shipped'
      await expect(box).toBeChecked({ checked: shipped })
      await expect(box).toBeEnabled({ enabled: shipped })
      const again = orders.cancelForm().getByText('Failed to submit cancellation. Please try again.')
      await expect(again).toHaveCount(shipped ? 0 : 1)
      await expect(orders.cancelForm().getByText('Order is already shipped.')).toHaveCount(shipped ? 1 : 0)
    },
  )
}

test(
  'an expired session is told as a failed list, and Sign In leads to a new one and back',
  ONCE,
  async ({ page, allow, demoSession }) => {
    allow(/401/, 'the token is no longer good')
    const orders = await openAsCustomer(page, demoSession)
    await page.evaluate(() => localStorage.setItem('token', 'expired'))
    await orders.open()
    await expect(
      page.getByRole('alert').getByText('Failed to fetch your orders. Please try again later.'),
    ).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
    await new LoginPage(page).signIn(DEMO)
    await expect(page).toHaveURL('/orderAndReturn')
    await expect(orders.dropdown()).toBeEnabled()
  },
)

test('the four checks of a cancellation come in their order, as a popup and at the field', ONCE, async ({ page }) => {
  const orders = new OrdersPage(page)
  await orders.open()
  await orders.find(GUEST)
  await orders.cancelButton().click()
  const options = await orders.cancelForm().getByRole('option').allTextContents()
  expect(options.slice(1)).toEqual([...CANCELLATION_REASONS])
  await expect(orders.cancelForm().getByLabel('Details')).toHaveAttribute('rows', '3')

  await orders.submitCancellation()
  await orders.answerPopup('Please select at least one item to cancel.')
  const box = orders.items().first().getByRole('checkbox')
  await expect(box).toHaveAccessibleDescription('Please select at least one item to cancel.')
  await box.check()
  await expect(box).toHaveAccessibleDescription('')

  await orders.submitCancellation()
  await orders.answerPopup('Please select a cancellation reason.')
  await expect(orders.cancelForm().getByLabel('Reason')).toHaveAccessibleDescription(
    'Please select a cancellation reason.',
  )
  await orders.fillCancellation('Shipping Issues', '  ')
  await orders.submitCancellation()
  await orders.answerPopup('Please provide additional details.')
  await expect(orders.cancelForm().getByLabel('Details')).toHaveAccessibleDescription(
    'Please provide additional details.',
  )
})

test(
  'a shipped order is told to be shipped before and at submit, and nothing is sent',
  ONCE,
  async ({ page, demoSession }) => {
    const orders = await openAsCustomer(page, demoSession)
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith(cancelOrderEndpoint.path)) sent += 1
    })
    await orders.choose('100002')
    await expect(orders.receipt('100002')).toContainText('1ZDEMO0000000100002')
    await expect(orders.receipt('100002')).toContainText('Order is already shipped. Please contact seller.')
    await orders.cancelButton().click()
    await orders.items().first().getByRole('checkbox').check()
    await orders.fillCancellation('Changed My Mind', 'Too late?')
    await orders.submitCancellation()
    await orders.answerPopup('Order is already shipped. Please contact seller.')
    expect(sent).toBe(0)
  },
)

test(
  'a failed cancellation says so once, keeps what was typed, and was sent as section 7 says',
  ONCE,
  async ({ page, allow }) => {
    allow(/500/, 'the cancellation fails on purpose')
    const orders = new OrdersPage(page)
    const bodies: Record<string, unknown>[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(CANCEL, async (route) => {
      bodies.push(route.request().postDataJSON())
      await promise
      await route.fulfill({ status: 500, json: {} })
    })
    await orders.open()
    await orders.find(GUEST)
    await orders.items().first().getByRole('checkbox').check()
    await orders.cancelButton().click()
    await orders.fillCancellation('Shipping Issues', 'It takes too long.')
    await orders.submitCancellation()
    await orders.cancelForm().getByRole('button', { name: 'Submitting...' }).click({ force: true })
    resolve()
    await expect(page.getByRole('alert').getByText('Failed to submit cancellation. Please try again.')).toBeVisible()
    await expect(orders.cancelForm().getByLabel('Reason')).toHaveValue('Shipping Issues')
    await expect(orders.cancelForm().getByLabel('Details')).toHaveValue('It takes too long.')
    expect(bodies).toHaveLength(1)
    expect(bodies[0]).toEqual({
      ...GUEST,
      orderDetails: expect.objectContaining({ order_id: GUEST.orderId, items: expect.any(Array) }),
      cancellationReason: 'Shipping Issues',
      cancellationJustification: 'It takes too long.',
      itemsToCancel: [expect.any(String)],
    })
  },
)

test(
  'an order that is refunded as a whole offers no cancellation, and says why of each item',
  ONCE,
  async ({ page, demoSession }) => {
    const orders = await openAsCustomer(page, demoSession)
    await orders.choose('100004')
    await expect(orders.cancelButton()).toHaveCount(0)
    for (const row of await orders.items().all()) {
      await expect(row.getByRole('checkbox')).toBeDisabled()
      await expect(row.getByRole('checkbox')).toHaveAccessibleDescription('Already refunded')
    }
  },
)

test('a status that is not known is not shown, yet its item cannot be chosen', ONCE, async ({ page }) => {
  await page.route(DETAIL, async (route) => {
    const response = await route.fetch()
    const rows: Record<string, unknown>[] = await response.json()
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, cancellation_status: 'requested' })) })
  })
  const orders = new OrdersPage(page)
  await orders.open()
  await orders.find(GUEST)
  const row = orders.items().first()
  await expect(row.getByRole('checkbox')).toBeDisabled()
  await expect(row.getByRole('checkbox')).toHaveAccessibleDescription(
    'A cancellation or refund of this item is under way',
  )
  await expect(row).not.toContainText('requested')
})

test(
  'after Sign Out, here or in another tab, nothing of the customer is on the page',
  ONCE,
  async ({ page, context }) => {
    // Signed in here, since signing out ends the session for every test that has it.
    const login = new LoginPage(page)
    await login.open()
    await login.signIn(DEMO)
    await expect(page).toHaveURL('/')
    const orders = new OrdersPage(page)
    await orders.open()
    await orders.choose('100002')
    const secondTab = await context.newPage()
    await secondTab.goto('/login')
    await hydrated(secondTab)
    await secondTab.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
    await expect(orders.guestForm()).toBeVisible()
    await expect(orders.receipt('100002')).toHaveCount(0)
    await expect(orders.guestForm().getByLabel('E-mail')).toHaveValue('')
  },
)

test('Back leads to the page one came from, else home', ONCE, async ({ page }) => {
  await page.goto('/shop')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Orders & Returns' }).click()
  const back = page.getByRole('main').getByRole('button', { name: 'Back' })
  await back.click()
  await expect(page).toHaveURL('/shop')
  await new OrdersPage(page).open()
  await back.click()
  await expect(page).toHaveURL(/\/(shop)?$/)
})

test('a found order with the reason form open has nothing that axe objects to', async ({ page, demoSession }) => {
  const orders = await openAsCustomer(page, demoSession)
  await orders.choose('100003')
  await orders.cancelButton().click()
  await expectAccessible(page)
})
