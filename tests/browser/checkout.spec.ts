import type { Page, Request, Route } from '@playwright/test'
import { PRODUCT } from './addresses.ts'
import { CUSTOMER, PAY_NOW_TEXT } from './checkout.ts'
import { expect, ONCE, test } from './fixtures.ts'
import { expectShownFor } from './timed.ts'
import { BARE, openBare } from './visit-before.ts'

const OPTIONS = '**/api/api/delivery-options'
const refuse = (route: Route) =>
  route.fulfill({ status: 503, json: { success: false, error: 'unavailable', message: '' } })
const REFUSED = [/Failed to load resource.*503/, 'this test has the call refused'] as const

test('a guest goes from the cart to Pay Now', async ({ page, product, cart, checkout }) => {
  await product.open(PRODUCT.product_id)
  await product.add()
  await cart.open()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await page.getByRole('button', { name: 'Continue as Guest' }).click()
  await checkout.expectOpen()
  await checkout.fill({ 'First name': 'Ada', 'Last name': 'Shopper', 'E-mail': 'ada@packwright.example' })
  await checkout.fillAddress()
  await checkout.payNow()
  await expect(checkout.popup()).toHaveText(new RegExp(PAY_NOW_TEXT))
  await checkout.popup().getByRole('button', { name: 'Okay' }).click()
  await expect(checkout.popup()).toBeHidden()
  await expect(checkout.field('Address line 1')).toHaveValue('12 MAIN ST')
})

test(
  'a signed-in visitor goes from the cart to Pay Now, names and e-mail fixed',
  ONCE,
  async ({ page, product, cart, checkout }) => {
    await product.open(PRODUCT.product_id)
    await product.add()
    await cart.open()
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    const signIn = page.getByRole('form', { name: 'Sign in' })
    await signIn.getByLabel('E-mail').fill(CUSTOMER.email)
    await signIn.getByLabel('Password', { exact: true }).fill('backpack40')
    await signIn.getByRole('button', { name: 'Sign In' }).click()
    await checkout.expectOpen()
    for (const [label, value] of [
      ['First name', CUSTOMER.firstName],
      ['Last name', CUSTOMER.lastName],
      ['E-mail', CUSTOMER.email],
    ] as const) {
      await expect(checkout.field(label)).toHaveValue(value)
      await expect(checkout.field(label)).toHaveAttribute('readonly', '')
    }
    await checkout.fillAddress()
    await checkout.payNow()
    await expect(checkout.popup()).toHaveText(new RegExp(PAY_NOW_TEXT))
    await page.keyboard.press('Escape')
    await expect(checkout.popup()).toBeHidden()
  },
)

test(
  'whoever is neither signed in nor a guest is sent to sign in, and Back does not loop',
  ONCE,
  async ({ page, checkout }) => {
    await page.goto('/shop')
    await checkout.leaveInCart(1)
    await page.goto('/checkout')
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => history.state.usr.from.pathname)).toBe('/checkout')
    await page.goBack()
    await expect(page).toHaveURL('/shop')
  },
)

test('whoever is sent to sign in never sees the form', ONCE, async ({ page, checkout }) => {
  await openBare(page)
  await checkout.leaveInCart(1)
  await page.addInitScript(() => {
    Reflect.set(window, 'flashed', false)
    new MutationObserver(() => {
      if (document.querySelector('form[aria-label="Checkout"]')) Reflect.set(window, 'flashed', true)
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/checkout')
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => Reflect.get(window, 'flashed'))).toBe(false)
})

test('an empty cart says so and leads on', ONCE, async ({ page, checkout }) => {
  await openBare(page)
  await checkout.signIn()
  await page.goto('/checkout')
  await expect(page.getByRole('main').getByText('Your cart is empty')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Continue Shopping' }).click()
  await expect(page).toHaveURL('/shop')
})

test('Back leads to the cart, and a guest stays a guest', ONCE, async ({ page, checkout }) => {
  await checkout.open('guest')
  await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/cart')
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await checkout.expectOpen()
})

test(
  'Pay Now makes no call, covers the page while it answers, then marks what is missing',
  ONCE,
  async ({ page, checkout }) => {
    const calls = noteCalls(page)
    await checkout.open('guest')
    await checkout.reachCard()
    await expect(checkout.cardField('CVV')).toBeVisible()
    await expect.poll(() => calls.underWay()).toBe(0)
    const before = calls.begun.length
    await checkout.payNow()
    await expect(checkout.popup()).toHaveText(new RegExp(PAY_NOW_TEXT))
    await expect(page.getByText('Processing', { exact: true })).toBeVisible()
    await checkout.popup().getByRole('button', { name: 'Okay' }).click()
    await expect(page.getByText('Processing', { exact: true })).toBeHidden()
    await expect(checkout.field('First name')).toBeFocused()
    await checkout.expectError('First name', 'Please enter a first name')
    await checkout.expectError('E-mail', 'Please enter an email address')
    await checkout.expectError('Address line 1', 'Please enter a street address')
    await checkout.expectError('City', 'Please enter a city')
    await checkout.expectError('State', 'Please choose a state')
    await checkout.expectError('ZIP code', 'Please enter a ZIP code')
    await checkout.expectError('Phone', '')
    await checkout.expectError('Address line 2', '')
    expect(calls.begun.slice(before)).toEqual([])
  },
)

/** The calls that a page makes from here on, and how many of them have no answer yet. */
function noteCalls(page: Page): { begun: readonly string[]; underWay: () => number } {
  const begun: string[] = []
  let ended = 0
  const isCall = (request: Request) => new URL(request.url()).pathname.startsWith('/api/')
  page.on('request', (request) => {
    if (isCall(request)) begun.push(request.url())
  })
  const end = (request: Request) => {
    if (isCall(request)) ended += 1
  }
  page.on('requestfinished', end).on('requestfailed', end)
  return { begun, underWay: () => begun.length - ended }
}

test(
  'while one types nothing is judged, and address lines and city turn into capitals, also what a phone composes',
  ONCE,
  async ({ page, checkout }) => {
    await checkout.open('guest')
    const email = checkout.field('E-mail')
    await email.pressSequentially('ada@packwright')
    await checkout.expectError('E-mail', '')
    await email.blur()
    await checkout.expectError('E-mail', 'Please enter a valid email address')
    await email.press('End')
    await email.pressSequentially('.com')
    await checkout.expectError('E-mail', '')

    const line = checkout.field('Address line 1')
    await line.pressSequentially('12 main st')
    await expect(line).toHaveValue('12 MAIN ST')
    for (let step = 0; step < 'main st'.length; step += 1) await line.press('ArrowLeft')
    await line.pressSequentially('n ')
    await expect(line).toHaveValue('12 N MAIN ST')
    await checkout.fill({ 'Address line 2': 'apt 4', City: 'albany' })
    await checkout.field('ZIP code').pressSequentially('122071234')
    await expect(checkout.field('Address line 2')).toHaveValue('APT 4')
    await expect(checkout.field('City')).toHaveValue('ALBANY')
    await expect(checkout.field('ZIP code')).toHaveValue('12207')
    await expect(checkout.field('Country')).toHaveValue('US')
    await expect(checkout.field('Country')).not.toBeEditable()

    const keyboard = await page.context().newCDPSession(page)
    for (const label of ['Address line 1', 'Address line 2', 'City']) {
      const field = checkout.field(label)
      await field.clear()
      for (const text of ['m', 'ma', 'mai', 'main']) {
        await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
      }
      await keyboard.send('Input.insertText', { text: 'main' })
      await expect(field).toHaveValue('MAIN')
      await page.keyboard.type(' st')
      await expect(field).toHaveValue('MAIN ST')
    }
  },
)

test('what was typed survives a reload, card data is never kept', ONCE, async ({ page, checkout }) => {
  await checkout.open('guest')
  await checkout.fill({ 'First name': 'Ada', Phone: '555 0100' })
  await checkout.fillAddress()
  await checkout.delivery('FedEx 2Day').check()
  await checkout.reachCard()
  await checkout.cardField('Card number').fill('4111111111111111')
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(kept).not.toContain('4111')
  await page.reload()
  await expect(checkout.field('First name')).toHaveValue('Ada')
  await expect(checkout.field('Phone')).toHaveValue('555 0100')
  await expect(checkout.field('State')).toHaveValue('CA')
  await expect(checkout.delivery('FedEx 2Day')).toBeChecked()
  await checkout.expectSum('Estimated sales tax', '$14.27')
})

test('signing out takes what the customer typed out of the tab', ONCE, async ({ page, checkout }) => {
  await checkout.open('customer')
  await checkout.fillAddress()
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain('12 MAIN ST')
  await page.evaluate(() => localStorage.removeItem('user'))
  // As in another tab: this one is told.
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'user' })))
  await expect(page).toHaveURL('/login')
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('MAIN ST')
})

test('what a customer typed is not shown to the next visitor of the tab', ONCE, async ({ page, checkout }) => {
  await checkout.open('customer')
  await checkout.fillAddress()
  await page.evaluate(() => {
    localStorage.removeItem('user')
    localStorage.removeItem('token')
  })
  await checkout.open('guest')
  await expect(checkout.field('Address line 1')).toHaveValue('')
  await expect(checkout.field('E-mail')).toHaveValue('')
})

test(
  'the tax is loaded on leaving the state field, and when a browser fills it in without going there',
  ONCE,
  async ({ checkout }) => {
    await checkout.open('guest')
    await checkout.expectSum('Delivery', '$9.90')
    await checkout.expectSum('Delivery discount', '-$9.90')
    await checkout.unfoldSummary()
    await expect(checkout.summary().getByText('choose a state')).toBeVisible()
    await checkout.expectSum('Estimated sales tax', '$0.00')
    await checkout.field('State').focus()
    await checkout.field('State').selectOption('CA')
    await checkout.expectSum('Estimated sales tax', '$0.00')
    await checkout.field('State').blur()
    await checkout.expectSum('Estimated sales tax', '$14.27')
    await checkout.expectSum('Total', '$172.27')
    await checkout.chooseState('Oregon')
    await checkout.expectSum('Estimated sales tax', '$0.00')
    await checkout.expectSum('Total', '$158.00')
    await checkout.field('First name').focus()
    await checkout.field('State').evaluate((select: HTMLSelectElement) => {
      select.value = 'CA'
      select.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await checkout.expectSum('Estimated sales tax', '$14.27')
  },
)

// An answer that cannot be read fails alike, and one without a rate is none: contract/client.test.ts, contract/tax.test.ts.
test(
  'a tax rate that fails, is missing or is a percentage is logged, and one that failed is asked for again',
  ONCE,
  async ({ page, checkout, allow }) => {
    allow(...REFUSED)
    allow(/404|There is no tax rate|came as a percentage/, 'warnings for the owner')
    const rate = (state: string, answer: (route: Route) => Promise<void>) =>
      page.route(`**/api/api/state-tax-rate/${state}`, answer)
    await rate('NV', (route) => route.fulfill({ status: 404, json: { success: false } }))
    await rate('WA', (route) => route.fulfill({ json: { combined_tax_rate: '8.25' } }))
    const warned = (text: string) => page.waitForEvent('console', (message) => message.text().includes(text))
    await rate('CA', refuse)
    await checkout.open('guest')
    const logged = warned('tax rate for CA')
    await checkout.chooseState('California')
    await logged
    await checkout.expectSum('Estimated sales tax', '$0.00')
    await expect(page.locator('[data-popup]')).toHaveCount(0)
    await page.unroute('**/api/api/state-tax-rate/CA')

    const percentage = warned('came as a percentage')
    await checkout.chooseState('Washington')
    await percentage
    await checkout.expectSum('Estimated sales tax', '$13.04')

    const missing = warned('There is no tax rate for NV')
    await checkout.chooseState('Nevada')
    await missing
    await checkout.expectSum('Estimated sales tax', '$0.00')

    await checkout.chooseState('California')
    await checkout.expectSum('Estimated sales tax', '$14.27')
  },
)

test('what is still on its way is not told as $0.00', ONCE, async ({ page, checkout }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/api/**', async (route) => {
    await held
    await route.continue()
  })
  await checkout.open('guest', 1, 44.99)
  await checkout.chooseState('California')
  await expect(page.getByText('Loading delivery options...')).toBeVisible()
  for (const name of ['Delivery', 'Delivery discount', 'Estimated sales tax']) {
    await checkout.expectSum(name, '…')
  }
  answer()
  await checkout.expectSum('Delivery', '$4.95')
  await checkout.expectSum('Estimated sales tax', '$4.06')
  await checkout.expectSum('Total', '$54.00')
})

test('delivery options that failed can be asked for again', ONCE, async ({ page, checkout, allow }) => {
  allow(...REFUSED)
  await page.route(OPTIONS, refuse)
  await checkout.open('guest')
  await expect(page.getByText('Delivery options are unavailable right now')).toBeVisible()
  await page.unroute(OPTIONS)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(checkout.delivery('USPS Ground Advantage')).toBeChecked()
})

test(
  'the first delivery option is preselected, another replaces it, each with its date',
  ONCE,
  async ({ page, checkout }) => {
    // A Friday noon: the weekend is skipped.
    await page.clock.setFixedTime(new Date('2026-11-20T12:00:00'))
    await checkout.open('guest', 1, 44.99)
    await expect(checkout.delivery('USPS Ground Advantage')).toBeChecked()
    await expect(page.getByText('Arrives Fri, Nov 27')).toBeVisible()
    await checkout.expectSum('Delivery', '$4.95')
    await checkout.expectSum('Delivery discount', '$0.00')
    await checkout.delivery('UPS Next Day Air').check()
    await checkout.expectSum('Delivery', '$29.95')
    await expect(checkout.summary().getByText('Monday, November 23, 2026')).toBeVisible()
    await checkout.expectSum('Total', '$74.94')
  },
)

// Malformed options are left out, and what is no list fails: contract/delivery.test.ts.
for (const [what, answer] of [
  ['failing', refuse],
  ['empty', (route: Route) => route.fulfill({ json: [] })],
] as const) {
  test(
    `delivery options ${what}: the section says so, and nothing else breaks`,
    ONCE,
    async ({ page, checkout, allow }) => {
      allow(...REFUSED)
      await page.route(OPTIONS, answer)
      await checkout.open('guest')
      await expect(page.getByText('Delivery options are unavailable right now')).toBeVisible()
      await checkout.expectSum('Delivery', '$0.00')
      await checkout.expectSum('Total', '$158.00')
      await expect(checkout.summary().getByText('N/A')).toBeVisible()
      await checkout.payNow()
      await checkout.popup().getByRole('button', { name: 'Okay' }).click()
      await expect(page.getByText('Please select a delivery option to continue')).toHaveCount(0)
    },
  )
}

test(
  'Pay Now without a delivery option asks for one, for five seconds and beside the options',
  ONCE,
  async ({ page, checkout }) => {
    await page.clock.install()
    await checkout.open('guest')
    await checkout.delivery('UPS Next Day Air').check()
    const options = await (await page.request.get('/api/api/delivery-options')).json()
    await page.route(OPTIONS, (route) => route.fulfill({ json: options.slice(0, 2) }))
    await page.reload()
    await expect(checkout.delivery('USPS Ground Advantage')).not.toBeChecked()
    await checkout.payNow()
    await expect(checkout.popup()).toHaveText(new RegExp(PAY_NOW_TEXT))
    const okay = checkout.popup().getByRole('button', { name: 'Okay' })
    const told = page.getByRole('alert').getByText('Please select a delivery option to continue')
    await expectShownFor(page, 5000, told, () => okay.click())
    await expect(page.getByRole('main').getByText('Please select a delivery option to continue')).toBeVisible()
    await checkout.delivery('USPS Ground Advantage').check()
    await expect(page.getByRole('main').getByText('Please select a delivery option to continue')).toBeHidden()
  },
)

test('with only the delivery option missing, focus goes to the options', ONCE, async ({ page, checkout }) => {
  await checkout.open('guest')
  await checkout.fill({ 'First name': 'Ada', 'Last name': 'Shopper', 'E-mail': 'ada@packwright.example' })
  await checkout.fillAddress()
  await checkout.delivery('UPS Next Day Air').check()
  const options = await (await page.request.get('/api/api/delivery-options')).json()
  await page.route(OPTIONS, (route) => route.fulfill({ json: options.slice(0, 2) }))
  await page.reload()
  await expect(checkout.delivery('USPS Ground Advantage')).not.toBeChecked()
  await checkout.payNow()
  await checkout.popup().getByRole('button', { name: 'Okay' }).click()
  await expect(checkout.delivery('USPS Ground Advantage')).toBeFocused()
})

test('nobody is left stuck when the code of the popup does not arrive', ONCE, async ({ page, checkout }) => {
  await page.route(/\/assets\/popups.*\.js/, () => {})
  await checkout.open('guest')
  await checkout.payNow()
  await expect(page.getByRole('alert').getByText(PAY_NOW_TEXT)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Processing', { exact: true })).toBeHidden()
  await expect(checkout.field('First name')).toBeFocused()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the browser’s Back takes the popup along with the checkout', ONCE, async ({ page, cart, checkout }) => {
  await openBare(page)
  await checkout.leaveInCart(1)
  await checkout.signIn()
  await cart.open()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await checkout.expectOpen()
  await checkout.payNow()
  await expect(checkout.popup()).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/cart')
  await expect(checkout.popup()).toBeHidden()
})

test('whoever writes to the maker instead is not told what the form lacks', ONCE, async ({ page, checkout }) => {
  await checkout.open('guest')
  await checkout.payNow()
  await checkout.popup().getByRole('button', { name: 'Send us this cart as an inquiry' }).click()
  await expect(page.getByRole('dialog', { name: 'Write to us' })).toBeVisible()
  await page.keyboard.press('Escape')
  await checkout.expectError('First name', '')
})

test('words that no line can hold leave every sum in sight', async ({ page, checkout }) => {
  const long = 'x'.repeat(80)
  await page.route(OPTIONS, async (route) => {
    const response = await route.fetch()
    const options: object[] = await response.json()
    await route.fulfill({ response, json: options.map((option) => ({ ...option, display_text: long })) })
  })
  await checkout.open('guest')
  await page.evaluate((product_name) => {
    const items = [{ product_id: '101', product_name, price: 79, quantity: 2, stock_quantity: 20 }]
    localStorage.setItem('cart', JSON.stringify({ items }))
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart' }))
  }, long)
  await checkout.unfoldSummary()
  await expect(checkout.summary().getByText(long)).toBeVisible()
  const width = page.viewportSize()?.width ?? 0
  for (const part of [checkout.summary(), page.getByText(long).last(), page.getByRole('button', { name: 'Pay Now' })]) {
    const box = await part.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? width + 1)).toBeLessThanOrEqual(width)
  }
})

test(
  'a cart that changes in another tab changes the summary, an emptied one ends the checkout',
  ONCE,
  async ({ page, context, checkout }) => {
    await checkout.open('guest', 2)
    await checkout.expectSum('Subtotal', '$158.00')
    const other = await context.newPage()
    await other.goto('/cart')
    await other.getByRole('button', { name: `Increase quantity of ${PRODUCT.product_name}` }).click()
    await checkout.expectSum('Subtotal', '$237.00')
    await other.getByRole('button', { name: `Remove ${PRODUCT.product_name}` }).click()
    await expect(page.getByRole('main').getByText('Your cart is empty')).toBeVisible()
  },
)

test('signing out in another tab ends the checkout at the sign-in', ONCE, async ({ page, context, checkout }) => {
  await checkout.open('customer')
  const other = await context.newPage()
  await other.goto(BARE)
  await other.evaluate(() => localStorage.removeItem('user'))
  await expect(page).toHaveURL('/login')
})

test('card fields hold what a card holds, and look and speak like the form', ONCE, async ({ page, checkout }) => {
  await checkout.open('guest')
  await checkout.reachCard()
  await expect(
    page.getByText('Online orders are not being processed at present. Please do not enter a card'),
  ).toBeVisible()
  await expect(page.getByText('This is a sandbox for card fields')).toBeVisible()
  const number = checkout.cardField('Card number')
  const expiry = checkout.cardField('Expiry date, MM/YY')
  const cvv = checkout.cardField('CVV')
  await number.pressSequentially('4111x1111 1111 1112 999')
  await expect(number).toHaveValue('4111 1111 1111 1112')
  await expiry.pressSequentially('1299x')
  await expect(expiry).toHaveValue('12/99')
  await expect(page.getByText('Please check the card number')).toBeVisible()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(number).toHaveAccessibleDescription('Please check the card number')
  await cvv.pressSequentially('12345')
  await expect(cvv).toHaveValue('123')
  await page.getByText('Card number', { exact: true }).click()
  await expect(number).toBeFocused()
  await number.press('End')
  await number.press('Backspace')
  await number.pressSequentially('1')
  await expect(page.getByText('Please check the card number')).toBeHidden()
})

for (const [what, answer] of [
  ['refused', refuse],
  ['empty', (route: Route) => route.fulfill({ json: { clientToken: '' } })],
] as const) {
  test(`a client token that is ${what} is logged only`, ONCE, async ({ page, checkout, allow }) => {
    allow(...REFUSED)
    await page.route('**/api/api/bt/client_token', answer)
    await checkout.open('guest')
    const logged = page.waitForEvent('console', (message) => message.text().includes('client token'))
    await checkout.reachCard()
    await logged
    await expect(page.locator('[data-popup]')).toHaveCount(0)
    await expect(page.getByText('Error creating')).toHaveCount(0)
  })
}
