import type { Page, Request } from '@playwright/test'
import { US_STATES } from '@shop/contract/address/us-states'
import { PRODUCT } from '../addresses.ts'
import { ALSO_AT_OTHER_BACKEND, expect, ONCE, test } from '../fixtures.ts'
import { BARE, openBare } from '../visit-storage.ts'
import { type Checkout, CUSTOMER, PAY_NOW_TEXT } from './checkout.ts'

const proceed = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' }).click()
const tabStorage = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

test(
  'a guest goes from the cart to Pay Now, and stays a guest on the way back',
  ALSO_AT_OTHER_BACKEND,
  async ({ page, cart, checkout }) => {
    await openBare(page)
    await checkout.seedCart(1)
    await cart.open()

    await test.step('from the cart as a guest to Pay Now', async () => {
      await proceed(page)
      const token = page.waitForRequest('**/api/api/bt/client_token')
      await page.getByRole('button', { name: 'Continue as Guest' }).click()
      await checkout.expectOpen()
      // Before the section of the card is near (R21).
      await token
      await checkout.fill({ 'First name': 'Ada', 'Last name': 'Shopper', Email: 'ada@packwright.example' })
      await checkout.fillAddress()
      await checkout.payNow()
      await expect(checkout.popup()).toHaveText(new RegExp(PAY_NOW_TEXT))
      await checkout.popup().getByRole('button', { name: 'Okay' }).click()
      await expect(checkout.popup()).toBeHidden()
      await expect(checkout.field('Address line 1')).toHaveValue('12 MAIN ST')
    })

    await test.step('Back is one step back to the cart (R54), and a guest stays a guest', async () => {
      const entry = () => page.evaluate(() => history.state.idx)
      const before = await entry()
      await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
      await expect(page).toHaveURL('/cart')
      expect(await entry()).toBe(before - 1)
      await proceed(page)
      await checkout.expectOpen()
    })

    await test.step('the browser’s Back takes the popup along with the checkout', async () => {
      await checkout.payNow()
      await expect(checkout.popup()).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL('/cart')
      await expect(checkout.popup()).toBeHidden()
    })
  },
)

test(
  'a visitor who signs in goes from the cart to Pay Now, names and email fixed',
  ONCE,
  async ({ page, cart, checkout }) => {
    await openBare(page)
    await checkout.seedCart(1)
    await cart.open()
    await proceed(page)
    const signIn = page.getByRole('form', { name: 'Sign in' })
    await signIn.getByLabel('Email').fill(CUSTOMER.email)
    await signIn.getByLabel('Password', { exact: true }).fill('backpack40')
    await signIn.getByRole('button', { name: 'Sign In' }).click()
    await checkout.expectOpen()
    await expectFixedNames(checkout)
    await checkout.fillAddress()
    await checkout.payNow()
    await expect(checkout.popup()).toHaveText(new RegExp(PAY_NOW_TEXT))
    await page.keyboard.press('Escape')
    await expect(checkout.popup()).toBeHidden()

    await test.step('where the entry before is no cart, Back puts it in the place of the checkout, and goes in no circle (R54)', async () => {
      const back = page.getByRole('main').getByRole('button', { name: 'Back', exact: true })
      await page.goto('/checkout')
      await checkout.expectOpen()
      const entries = await page.evaluate(() => history.length)
      await back.click()
      await expect(page).toHaveURL('/cart')
      expect(await page.evaluate(() => history.length)).toBe(entries)
      await back.click()
      await expect(page).toHaveURL('/shop')
    })
  },
)

async function expectFixedNames(checkout: Checkout): Promise<void> {
  for (const [label, value] of [
    ['First name', CUSTOMER.firstName],
    ['Last name', CUSTOMER.lastName],
    ['Email', CUSTOMER.email],
  ] as const) {
    await expect(checkout.field(label)).toHaveValue(value)
    await expect(checkout.field(label)).toHaveAttribute('readonly', '')
  }
}

test(
  'a visitor who is neither signed in nor a guest is sent to sign in, never sees the form, and Back does not loop',
  ONCE,
  async ({ page, checkout }) => {
    await page.goto('/error')
    await checkout.seedCart(1)
    await page.addInitScript(() => {
      Reflect.set(window, 'flashed', false)
      new MutationObserver(() => {
        if (document.querySelector('form[aria-label="Checkout"]')) Reflect.set(window, 'flashed', true)
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/checkout')
    await expect(page).toHaveURL('/login')
    expect(await page.evaluate(() => Reflect.get(window, 'flashed'))).toBe(false)
    expect(await page.evaluate(() => history.state.usr.from.pathname)).toBe('/checkout')
    await page.goBack()
    await expect(page).toHaveURL('/error')
  },
)

test(
  'Pay Now makes no call, also with a card typed, covers the page until its message is closed, then marks what is missing',
  ONCE,
  async ({ page, checkout }) => {
    const calls = noteCalls(page)
    await checkout.open('guest')
    await checkout.reachCard()
    await test.step('the form has its sections, all 50 states, and the card as way to pay', () =>
      expectSections(page, checkout))
    await test.step('card fields hold what a card holds, and look and speak like the form', () =>
      expectCardFields(page, checkout))

    await test.step('a shopper who writes to the maker instead is not shown what the form lacks', async () => {
      await checkout.payNow()
      await checkout.popup().getByRole('button', { name: 'Send us this cart as an inquiry' }).click()
      await expect(page.getByRole('dialog', { name: 'Write to us' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await checkout.expectError('First name', '')
    })

    await expect.poll(() => calls.underWay()).toBe(0)
    const before = calls.begun.length
    await checkout.payNow()
    await expect(checkout.popup()).toHaveText(new RegExp(PAY_NOW_TEXT))
    await expect(page.getByText('Processing', { exact: true })).toBeVisible()
    await checkout.popup().getByRole('button', { name: 'Okay' }).click()
    await expect(page.getByText('Processing', { exact: true })).toBeHidden()
    await expect(checkout.field('First name')).toBeFocused()
    for (const [label, error] of [
      ['First name', 'Please enter a first name'],
      ['Email', 'Please enter an email address'],
      ['Address line 1', 'Please enter a street address'],
      ['City', 'Please enter a city'],
      ['State', 'Please choose a state'],
      ['ZIP code', 'Please enter a ZIP code'],
      ['Phone', ''],
      ['Address line 2', ''],
    ] as const) {
      await checkout.expectError(label, error)
    }
    expect(calls.begun.slice(before)).toEqual([])
  },
)

async function expectSections(page: Page, checkout: Checkout): Promise<void> {
  for (const name of [
    'Customer Details',
    'Delivery Address',
    'Delivery Options',
    'Credit / Debit Card Detail',
    'Order Summary',
    'Estimated Delivery Date',
  ]) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  }
  await expect(checkout.field('State').getByRole('option')).toHaveText(['Choose a state', ...Object.values(US_STATES)])
  await expect(page.locator('input[name=paymentMethod]')).toHaveValue('Card')
}

async function expectCardFields(page: Page, checkout: Checkout): Promise<void> {
  await expect(
    page.getByText('Online orders are not being processed at present. Please don’t enter a card'),
  ).toBeVisible()
  // Once, where a card would be typed; the lines above the header are on every page.
  await expect(page.getByRole('main').getByText(/orders are (paused|not)/)).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('link', { name: 'Send us this cart as an inquiry' })).toHaveCount(1)
  await expect(page.getByText('These card fields are for testing')).toBeVisible()
  const number = checkout.cardField('Card number')
  const expiry = checkout.cardField('Expiration, MM/YY')
  const cvv = checkout.cardField('CVV')
  const error = page.getByText('Please check the card number')
  await number.pressSequentially('4111x1111 1111 1112 999')
  await expect(number).toHaveValue('4111 1111 1111 1112')
  await expiry.pressSequentially('1299x')
  await expect(expiry).toHaveValue('12/99')
  await expect(error).toBeVisible()
  await expect(number).toHaveAttribute('aria-invalid', 'true')
  await expect(number).toHaveAccessibleDescription('Please check the card number')
  await expiry.fill(' 9/2099')
  await expect(expiry).toHaveValue('09/99')
  await cvv.pressSequentially('12345')
  await expect(cvv).toHaveValue('123')
  await page.getByText('Card number', { exact: true }).click()
  await expect(number).toBeFocused()
  await number.press('End')
  await number.press('Backspace')
  await number.pressSequentially('1')
  await expect(error).toBeHidden()
  // Card data is never stored, in whichever spelling.
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(stored).toContain(PRODUCT.product_name)
  expect(stored).not.toMatch(/4111|1299|12\/99/)
}

/** By the clipboard, by the browser at once, and by a password manager. */
async function expectCleaned(page: Page, checkout: Checkout): Promise<void> {
  const zip = checkout.field('ZIP code')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('\u200b\ufeff 02134-1234'))
  await zip.press('ControlOrMeta+A')
  await zip.press('ControlOrMeta+V')
  await expect(zip).toHaveValue('02134')
  await zip.fill('\u00a0\u200e\uff10\uff12\uff11\uff13\uff15')
  await expect(zip).toHaveValue('02135')
  await zip.evaluate((field: HTMLInputElement) => {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    set?.call(field, '\u2068 12207\u2069')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect(zip).toHaveValue('12207')
  await checkout.field('First name').fill('\ufeff\u00a0Ann\u00a0Marie\u200b')
  await expect(checkout.field('First name')).toHaveValue('Ann Marie')
  const email = checkout.field('Email')
  const before = await email.inputValue()
  await email.fill(`\u200b${before}\u00a0`)
  await expect(email).toHaveValue(before)
}

/** The calls that a page makes from here on, and how many of them have no response yet. */
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
  'an entry is not checked while it is typed, turns into capitals, and survives a reload for its own visitor',
  ONCE,
  async ({ page, checkout }) => {
    await checkout.open('guest')
    const email = checkout.field('Email')
    await email.pressSequentially('ada@packwright')
    await checkout.expectError('Email', '')
    await email.blur()
    await checkout.expectError('Email', 'Please enter a valid email address')
    await email.press('End')
    await email.pressSequentially('.com')
    await checkout.expectError('Email', '')

    const line = checkout.field('Address line 1')
    await line.pressSequentially('12 st')
    await expect(line).toHaveValue('12 ST')
    for (let step = 0; step < 'st'.length; step += 1) await line.press('ArrowLeft')
    await line.pressSequentially('n ')
    await expect(line).toHaveValue('12 N ST')
    await checkout.fill({ 'Address line 2': 'apt 4', City: 'albany' })
    await checkout.field('ZIP code').pressSequentially('122071234')
    await expect(checkout.field('Address line 2')).toHaveValue('APT 4')
    await expect(checkout.field('City')).toHaveValue('ALBANY')
    await expect(checkout.field('ZIP code')).toHaveValue('12207')
    await expect(checkout.field('Country')).toHaveValue('US')
    await expect(checkout.field('Country')).not.toBeEditable()

    await test.step('pasted and filled-in text is cleaned before it is cut', () => expectCleaned(page, checkout))

    await test.step('address lines and city turn into capitals, also what a phone composes', () =>
      expectCapitals(page, checkout))

    await test.step('a reload keeps what was typed and chosen', async () => {
      await checkout.fill({ 'First name': 'Ada', Phone: '518 555 0100' })
      await checkout.chooseState('California')
      await checkout.delivery('FedEx 2Day').check()
      await page.reload()
      await expect(checkout.field('First name')).toHaveValue('Ada')
      await expect(checkout.field('Phone')).toHaveValue('518 555 0100')
      await expect(email).toHaveValue('ada@packwright.com')
      await expect(checkout.field('City')).toHaveValue('MAIN S')
      await expect(checkout.field('State')).toHaveValue('CA')
      await expect(checkout.delivery('FedEx 2Day')).toBeChecked()
      await checkout.expectSum('Estimated sales tax', '$14.27')
    })

    await test.step('what a guest typed stays when they sign in; what a customer typed is not the next visitor’s', async () => {
      await checkout.signIn()
      // As in another tab: this one follows.
      await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'user' })))
      await expectFixedNames(checkout)
      await expect(checkout.field('City')).toHaveValue('MAIN S')
      await page.evaluate(() => localStorage.removeItem('user'))
      await checkout.open('guest')
      await expect(checkout.field('Address line 1')).toHaveValue('')
      await expect(checkout.field('Email')).toHaveValue('')
    })
  },
)

async function expectCapitals(page: Page, checkout: Checkout): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  for (const label of ['Address line 1', 'Address line 2', 'City']) {
    const field = checkout.field(label)
    await field.clear()
    for (const text of ['m', 'ma', 'main']) {
      await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
    }
    await keyboard.send('Input.insertText', { text: 'main' })
    await expect(field).toHaveValue('MAIN')
    await page.keyboard.type(' s')
    await expect(field).toHaveValue('MAIN S')
  }
}

test('the checkout follows a cart and a sign-out of another tab', ONCE, async ({ page, context, checkout }) => {
  await checkout.open('customer', 2)
  await checkout.expectSum('Subtotal', '$158.00')
  await checkout.fillAddress()
  await expect.poll(() => tabStorage(page)).toContain('12 MAIN ST')
  const other = await context.newPage()
  await other.goto(BARE, { waitUntil: 'commit' })
  const seedCart = (items: object[]) =>
    other.evaluate((text) => localStorage.setItem('cart', text), JSON.stringify({ items }))

  await test.step('a cart that changes changes the summary', async () => {
    await seedCart([{ ...PRODUCT, quantity: 3, stock_quantity: 20 }])
    await checkout.expectSum('Subtotal', '$237.00')
  })

  await test.step('an empty cart says so and leads on', async () => {
    await seedCart([])
    const main = page.getByRole('main')
    await expect(main.getByText('Your cart is empty')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/shop')
  })

  await test.step('signing out ends the checkout and takes what the customer typed out of the tab', async () => {
    await seedCart([{ ...PRODUCT, quantity: 1, stock_quantity: 20 }])
    await expect(checkout.field('Address line 1')).toHaveValue('12 MAIN ST')
    await other.evaluate(() => localStorage.removeItem('user'))
    await expect(page).toHaveURL('/login')
    await expect.poll(() => tabStorage(page)).not.toContain('MAIN ST')
  })
})
