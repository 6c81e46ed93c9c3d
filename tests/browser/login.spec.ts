import type { Page } from '@playwright/test'
import { signInEndpoint } from '@shop/contract/accounts'
import { PRODUCT } from './addresses.ts'
import { expect, ONCE, test } from './fixtures.ts'
import { DEMO, LoginPage, newPerson } from './login-page.ts'

const SIGN_IN = `**${signInEndpoint.path}`
const PASSWORD_HINT =
  'At least 6 characters, with letters and numbers. Not your e-mail address, and no common password.'
const RULE = 'Must be minimum 6 characters containing both letters and numbers'

test('from the cart as a guest to checkout, and Back does not loop', ONCE, async ({ page, product, cart }) => {
  const login = new LoginPage(page)
  await product.open(PRODUCT.product_id)
  await product.add()
  await cart.open()
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
  await login.expectOpen()
  await login.guestButton().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible()
  expect(await page.evaluate(() => history.state.usr)).toEqual({ guest: true })
  await page.goBack()
  await expect(page).toHaveURL('/cart')
})

test("'Continue as Guest' leads home when nobody came from anywhere", ONCE, async ({ page }) => {
  const login = new LoginPage(page)
  await login.open()
  await login.guestButton().click()
  await expect(page).toHaveURL('/')
})

test('a visitor who claims to come from another host is led home', ONCE, async ({ page }) => {
  const login = new LoginPage(page)
  await login.open()
  await page.evaluate(() => history.replaceState({ usr: { from: { pathname: '//elsewhere.example/' } }, idx: 0 }, ''))
  await page.reload()
  await login.guestButton().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Backpacks your back appreciates' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('sign-up keeps user and token, greets, and returns to the page one came from', ONCE, async ({ page }) => {
  const login = new LoginPage(page)
  const person = newPerson()
  await page.goto('/orderAndReturn?order=7')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await login.signUp(person)
  await expect(page).toHaveURL('/orderAndReturn?order=7')
  await login.expectGreeting('Ada')
  const { user, token } = await page.evaluate(() => ({ ...localStorage }))
  expect(JSON.parse(user ?? '')).toMatchObject({ firstName: 'Ada', lastName: "O'Neill", email: person.email })
  expect(token).toMatch(/^\S{20,}$/)
})

test('an address that has an account already is told so by the server', ONCE, async ({ page, allow }) => {
  allow(/409/, 'the address is taken')
  const login = new LoginPage(page)
  await login.open()
  await login.signUp({ ...newPerson(), email: DEMO.email.toUpperCase() })
  const alert = page.getByRole('alertdialog', { name: 'Registration Failed' })
  await expect(alert).toBeVisible()
  await expect(alert).not.toContainText('Please check your information')
})

test("a wrong password is 'Login Failed', told at the form too, and nothing typed is lost", async ({ page, allow }) => {
  allow(/401/, 'the password is wrong on purpose')
  const login = new LoginPage(page)
  await login.open()
  await login.signIn({ ...DEMO, password: 'wrong1' })
  await login.answerAlert('Login Failed', 'Invalid email or password')
  await expect(login.signInForm()).toContainText('Invalid email or password')
  await expect(login.signInForm().getByLabel('E-mail')).toHaveValue(DEMO.email)
  await login.signIn(DEMO)
  await expect(page).toHaveURL('/')
  await login.expectGreeting('Demo')
})

test('a sign-in that the server refuses or answers wrongly says so in words', ONCE, async ({ page, allow }) => {
  allow(/status of (429|500)/, 'the response is wrong on purpose')
  const login = new LoginPage(page)
  await login.open()
  for (const [status, body, shown] of [
    [429, { success: false, error: 'rate_limited', message: 'Too many tries.' }, 'Too many tries.'],
    [500, {}, 'Invalid email or password'],
    [200, { success: true, user: { customer_id: '7' } }, 'Invalid email or password'],
  ] as const) {
    await test.step(`${status} with ${JSON.stringify(body)} says '${shown}'`, async () => {
      await page.route(SIGN_IN, (route) => route.fulfill({ status, json: body }))
      await login.signIn(DEMO)
      await login.answerAlert('Login Failed', shown)
      await page.unroute(SIGN_IN)
    })
  }
})

test('both forms help to fill them in, and say what is missing or wrong', ONCE, async ({ page }) => {
  const login = new LoginPage(page)
  await login.open()

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

  await test.step('an e-mail typed in one form is there in the other', async () => {
    await login.signInForm().getByLabel('E-mail').fill('ada@shop.example')
    await login.signInForm().getByLabel('E-mail').blur()
    await expect(login.signUpForm().getByLabel('E-mail')).toHaveValue('ada@shop.example')
  })

  await test.step("the alerts of sign-up: 'Invalid Password' first, then 'Passwords do not match'", async () => {
    await expect(login.signUpForm()).toContainText(PASSWORD_HINT)
    await login.signUp({ ...newPerson(), password: 'letters' }, 'others')
    await login.answerAlert('Invalid Password', RULE)
    const password = login.signUpForm().getByLabel('Password', { exact: true })
    await expect(password).toHaveAccessibleDescription(new RegExp(RULE))
    await login.signUp(newPerson(), 'violet8bag')
    await login.answerAlert(null, 'Passwords do not match')
    const confirm = login.signUpForm().getByLabel('Confirm password', { exact: true })
    await expect(confirm).toHaveAccessibleDescription('Passwords do not match')
    await confirm.fill('violet7bag')
    await expect(confirm).not.toHaveAttribute('aria-invalid')
  })
})

test('pressing Sign In twice sends one call, and the button says that it is busy', ONCE, async ({ page }) => {
  const login = new LoginPage(page)
  await login.open()
  const { count, answer } = await hold(page)
  await login.signIn(DEMO)
  const busy = login.signInForm().getByRole('button', { name: 'Signing in...' })
  await busy.click({ force: true })
  await login.signInForm().getByLabel('Password', { exact: true }).press('Enter')
  answer()
  await expect(page).toHaveURL('/')
  expect(count()).toBe(1)
})

test('who leaves while signing in is signed in where they went, and is led nowhere', ONCE, async ({ page }) => {
  const login = new LoginPage(page)
  await login.open()
  const { answer } = await hold(page)
  await login.signIn(DEMO)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL('/about')
  answer()
  await login.expectGreeting('Demo')
  await expect(page).toHaveURL('/about')
})

test('who leaves while signing in is not interrupted by its failure', ONCE, async ({ page, allow }) => {
  allow(/401/, 'the password is wrong on purpose')
  const login = new LoginPage(page)
  await login.open()
  const { answer } = await hold(page)
  await login.signIn({ ...DEMO, password: 'wrong1' })
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL('/about')
  const answered = page.waitForResponse(SIGN_IN)
  answer()
  await (await answered).finished()
  // They go on undisturbed: what they ask for next comes alone.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Return Policy' }).click()
  await expect(page.getByRole('dialog', { name: 'Return Policy' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
})

/** From the shop to the orders, and on to the login screen. */
async function comeFromOrders(page: Page): Promise<LoginPage> {
  await page.goto('/shop')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Orders & Returns' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  const login = new LoginPage(page)
  await login.expectOpen()
  return login
}

test('after signing in Back leads to where one was before, not to the same page again', ONCE, async ({ page }) => {
  const login = await comeFromOrders(page)
  await login.signIn(DEMO)
  await expect(page).toHaveURL('/orderAndReturn')
  await login.expectGreeting('Demo')
  await page.getByRole('main').getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/shop')
})

test('a guest is flagged on the page one came from, which stands in the history once', ONCE, async ({ page }) => {
  const login = await comeFromOrders(page)
  await login.guestButton().click()
  await expect(page).toHaveURL('/orderAndReturn')
  await expect.poll(() => page.evaluate(() => history.state.usr)).toEqual({ guest: true })
  await page.goBack()
  await expect(page).toHaveURL('/shop')
})

/** Holds sign-in calls until told to let them through. */
async function hold(page: Page): Promise<{ count: () => number; answer: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let calls = 0
  await page.route(SIGN_IN, async (route) => {
    calls += 1
    await promise
    await route.continue()
  })
  return { count: () => calls, answer: resolve }
}

test('who is signed in already is told so, in every tab, until signing out in one', ONCE, async ({ page, context }) => {
  const login = new LoginPage(page)
  await login.open()
  const secondTab = await context.newPage()
  const there = new LoginPage(secondTab)
  await there.open()
  await login.signIn(DEMO)
  await expect(page).toHaveURL('/')
  await expect(secondTab.getByRole('heading', { level: 1, name: 'You are signed in' })).toBeVisible()
  await secondTab.getByRole('main').getByRole('button', { name: 'Sign Out' }).click()
  await there.expectOpen()
  await expect(page.getByText('Welcome, Demo')).toHaveCount(0)
  expect(await page.evaluate(() => ({ ...localStorage }))).not.toHaveProperty('token')
})

test(
  'a form that is sent before its script is there puts nothing into the address',
  ONCE,
  async ({ browser, server }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.address })
    const page = await context.newPage()
    await page.goto('/login')
    await new LoginPage(page).signIn(DEMO)
    await page.waitForLoadState()
    expect(page.url()).not.toMatch(/backpack40|demo/)
    await context.close()
  },
)
