import type { Locator, Page } from '@playwright/test'
import { accountCalls } from '@shop/contract/accounts/calls'
import { PRODUCT } from '../addresses.ts'
import { expectAligned } from '../appearance/alignment.ts'
import { ALSO_AT_OTHER_BACKEND, expect, ONCE, test } from '../fixtures.ts'
import { OrdersPage } from '../orders/orders-page.ts'
import { openBare, seedStorage } from '../visit-storage.ts'
import { DEMO, LoginPage, newPerson } from './login-page.ts'

const SIGN_IN = `**${accountCalls.signIn.path}`
const PASSWORD_HINT =
  'At least 6 characters, with letters and numbers. Don’t use your email address or a common password.'
const RULE = 'Must be minimum 6 characters containing both letters and numbers'

test('side by side both forms begin and end at the same height, also with errors', ONCE, async ({ page }) => {
  await page.goto('/login')
  const main = page.getByRole('main')
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: Number.NaN, height: 0 }
  // Again where the page was laid out or scrolled between two measurements.
  const expectBalance = () =>
    expect(async () => {
      const start = await boxOf(main.getByLabel('Email').first())
      const other = await boxOf(main.getByLabel('First name'))
      expect(Math.abs(start.y - other.y)).toBeLessThanOrEqual(1)
      const end = await boxOf(main.locator('picture img'))
      const button = await boxOf(main.getByRole('button', { name: 'Sign Up' }))
      expect(Math.abs(end.y + end.height - button.y - button.height)).toBeLessThanOrEqual(1)
    }).toPass()
  await main.locator('picture img').scrollIntoViewIfNeeded()
  await expectBalance()
  await page.setViewportSize({ width: 768, height: 1024 })
  await expectBalance()
  await main.getByRole('button', { name: 'Sign Up' }).click()
  await page.keyboard.press('Escape')
  await expect(main.getByText('Please enter a first name')).toBeVisible()
  await expectBalance()
})

test('a visitor goes on as a guest or signs in, and is back where they came from', ONCE, async ({ page }) => {
  const login = new LoginPage(page)
  const items = [{ ...PRODUCT, quantity: 1, stock_quantity: 20 }]
  await seedStorage(page, { cart: JSON.stringify({ items }) })
  await page.goto('/cart')

  await test.step('from the cart as a guest to checkout, and Back does not loop', async () => {
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await login.expectOpen()
    await login.guestButton().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
    expect(await page.evaluate(() => history.state.usr)).toEqual({ guest: true })
    await page.goBack()
    await expect(page).toHaveURL('/cart')
  })

  await test.step('a guest is flagged on the page they came from, which is in the history once', async () => {
    await goFromOrders(page)
    await login.guestButton().click()
    await expect(page).toHaveURL('/orderAndReturn')
    await expect.poll(() => page.evaluate(() => history.state.usr)).toEqual({ guest: true })
    await page.goBack()
    await expect(page).toHaveURL('/cart')
  })

  await test.step('after signing in Back leads to the page before, not to the same page again', async () => {
    await goFromOrders(page)
    await login.signIn(DEMO)
    await expect(page).toHaveURL('/orderAndReturn')
    await login.expectGreeting('Demo')
    await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL('/cart')
  })
})

/** From any page to the orders, and on to the login screen. */
async function goFromOrders(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Orders & Returns' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await new LoginPage(page).expectOpen()
}

test('sign-up stores user and token, greets, and returns to the page one came from', ONCE, async ({ page, allow }) => {
  allow(/409/, 'the address is taken')
  const login = new LoginPage(page)
  const person = newPerson()
  await page.goto('/orderAndReturn?order=7')
  await login.openFromHeader()

  await test.step('an address that has an account is rejected in the words of the server', async () => {
    await login.signUp({ ...person, email: DEMO.email.toUpperCase() })
    const alert = page.getByRole('alertdialog', { name: 'Registration Failed' })
    await expect(alert).toBeVisible()
    await expect(alert).not.toContainText('Please check your information')
    await alert.getByRole('button', { name: 'Okay' }).click()
  })

  await login.signUp(person)
  await expect(page).toHaveURL('/orderAndReturn?order=7')
  await login.expectGreeting('Ada')
  const { user, token } = await page.evaluate(() => ({ ...localStorage }))
  expect(JSON.parse(user ?? '')).toMatchObject({ firstName: 'Ada', lastName: "O'Neill", email: person.email })
  expect(token).toMatch(/^\S{20,}$/)
})

test(
  "a wrong password is 'Login Failed', at the form too, and nothing typed is lost",
  ALSO_AT_OTHER_BACKEND,
  async ({ page, allow }) => {
    allow(/401/, 'the password is wrong on purpose')
    const login = new LoginPage(page)
    await login.open()
    await login.signIn({ ...DEMO, password: 'wrong1' })
    await login.closeAlert('Login Failed', 'Invalid email or password')
    await expect(login.signInForm()).toContainText('Invalid email or password')
    await expect(login.signInForm().getByLabel('Email')).toHaveValue(DEMO.email)
    await login.signIn(DEMO)
    await expect(page).toHaveURL('/')
    await login.expectGreeting('Demo')
  },
)

test('both forms help to fill them in, and say what is missing or wrong', ONCE, async ({ page }) => {
  const login = new LoginPage(page)
  await openFromElsewhere(page)

  await test.step('password managers find what they look for', async () => {
    const tokens = (form: ReturnType<LoginPage['signInForm']>) =>
      form.locator('input').evaluateAll((inputs) => inputs.map((input) => input.getAttribute('autocomplete')))
    expect(await tokens(login.signInForm())).toEqual(['email', 'current-password'])
    expect(await tokens(login.signUpForm())).toEqual([
      'given-name',
      'family-name',
      'email',
      'new-password',
      'new-password',
    ])
  })

  await test.step('on a small desktop the page begins where the header does', async () => {
    await page.setViewportSize({ width: 1024, height: 768 })
    const logo = page.getByRole('banner').getByRole('link', { name: 'home' })
    await expectAligned('x', logo, page.getByRole('heading', { level: 1 }))
  })

  await test.step('all fields of both forms are required', async () => {
    for (const form of [login.signInForm(), login.signUpForm()]) {
      await form.getByRole('button', { name: /^Sign (In|Up)$/ }).click()
      const inputs = form.locator('input')
      for (const input of await inputs.all()) await expect(input).toHaveAttribute('aria-invalid', 'true')
      await expect(inputs.first()).toBeFocused()
    }
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  await test.step('a password can be shown', async () => {
    const password = login.signInForm().getByLabel('Password', { exact: true })
    await expect(password).toHaveAttribute('type', 'password')
    await login.signInForm().getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
  })

  await test.step('an email typed in one form is there in the other', async () => {
    await login.signInForm().getByLabel('Email').fill('ada@shop.example')
    await login.signInForm().getByLabel('Email').blur()
    await expect(login.signUpForm().getByLabel('Email')).toHaveValue('ada@shop.example')
  })

  await test.step("the alerts of sign-up: 'Invalid Password' first, then 'Passwords do not match'", () =>
    expectPasswordAlerts(login))

  await test.step('a visitor who claims to come from another host is led home', async () => {
    await login.guestButton().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Backpacks your back appreciates' })).toBeVisible()
    await expect(page).toHaveURL('/')
  })
})

/** The login screen, with a way back to another host. */
async function openFromElsewhere(page: Page): Promise<void> {
  await openBare(page)
  await page.evaluate(() =>
    history.replaceState({ usr: { from: { pathname: '//elsewhere.example/' } }, idx: 0 }, '', '/login'),
  )
  await page.reload()
}

async function expectPasswordAlerts(login: LoginPage): Promise<void> {
  await expect(login.signUpForm()).toContainText(PASSWORD_HINT)
  await login.signUp({ ...newPerson(), password: 'letters' }, 'others')
  await login.closeAlert('Invalid Password', RULE)
  const password = login.signUpForm().getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription(new RegExp(RULE))
  await login.signUp(newPerson(), 'violet8bag')
  await login.closeAlert(null, 'Passwords do not match')
  const confirm = login.signUpForm().getByLabel('Confirm password', { exact: true })
  await expect(confirm).toHaveAccessibleDescription('Passwords do not match')
  await confirm.fill('violet7bag')
  await expect(confirm).not.toHaveAttribute('aria-invalid')
}

test('a visitor who leaves while signing in goes on undisturbed', ONCE, async ({ page, allow }) => {
  allow(/401/, 'the password is wrong on purpose')
  const login = new LoginPage(page)
  const footer = page.getByRole('contentinfo')
  await login.open()

  await test.step('a failure does not interrupt them', async () => {
    const { release } = await hold(page)
    await login.signIn({ ...DEMO, password: 'wrong1' })
    await footer.getByRole('link', { name: 'Orders & Returns' }).click()
    await expect(page).toHaveURL('/orderAndReturn')
    const response = page.waitForResponse(SIGN_IN)
    release()
    await (await response).finished()
    // A message would come before the dialog that is opened after it.
    await footer.getByRole('link', { name: 'Return Policy' }).click()
    await expect(page.getByRole('dialog', { name: 'Return Policy' })).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await page.goBack()
    await page.unroute(SIGN_IN)
  })

  await test.step('pressing Sign In twice sends one call, and the button says that it is busy', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    const { count, release } = await hold(page)
    await login.signIn(DEMO)
    await login.signInForm().getByRole('button', { name: 'Signing in...' }).click({ force: true })
    await login.signInForm().getByLabel('Password', { exact: true }).press('Enter')
    await footer.getByRole('link', { name: 'Orders & Returns' }).click()
    await expect(page).toHaveURL('/orderAndReturn')
    release()
    await login.expectGreeting('Demo')
    expect(count()).toBe(1)
  })

  await test.step('a visitor who is then signed in stays on the page they went to', async () => {
    await expect(page).toHaveURL('/orderAndReturn')
  })
})

/** Holds sign-in calls until they are released. */
async function hold(page: Page): Promise<{ count: () => number; release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  await page.route(SIGN_IN, async (route) => {
    calls += 1
    await promise
    await route.continue()
  })
  return { count: () => calls, release: resolve }
}

test('signing in and out in one tab shows in every other', ONCE, async ({ page, context }) => {
  const login = new LoginPage(page)
  const orders = new OrdersPage(page)
  await orders.open()
  const secondTab = await context.newPage()
  const there = new LoginPage(secondTab)
  await there.open()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await login.signIn(DEMO)
  await orders.choose('100002')
  await expect(secondTab.getByRole('heading', { level: 1, name: 'You’re signed in' })).toBeVisible()

  await test.step('after Sign Out nothing of the customer is on a page or in the storage', async () => {
    await secondTab.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
    await there.expectOpen()
    await expect(orders.guestForm()).toBeVisible()
    await expect(orders.receipt('100002')).toHaveCount(0)
    await expect(orders.guestForm().getByLabel('Email')).toHaveValue('')
    await expect(page.getByText('Welcome, Demo')).toHaveCount(0)
    expect(await page.evaluate(() => ({ ...localStorage }))).not.toHaveProperty('token')
  })
})
