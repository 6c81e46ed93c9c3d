import type { Page } from '@playwright/test'
import { accountCalls } from '@shop/contract/accounts/calls'
import { ownAccountCalls } from '@shop/contract/accounts/own-account'
import { expect, ONCE } from '../fixtures.ts'
import { mailedLink, test } from '../shop-with-mails.ts'
import { LoginPage, newPerson } from './login-page.ts'

// One worker: each starts a shop of its own.
test.describe.configure({ mode: 'default' })

async function signUp(page: Page, person: ReturnType<typeof newPerson>): Promise<void> {
  const response = await page.request.post(accountCalls.signUp.path, { data: { ...person, loginId: person.email } })
  expect(response.status()).toBe(200)
}

/** Another document: a changed fragment is then a new visit. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto('/robots.txt', { waitUntil: 'commit' })
  await page.goto(link)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

test(
  'a forgotten password is replaced by email, and the account is changed, left everywhere and closed',
  ONCE,
  async ({ page, mail, allow }) => {
    allow(/409|403/, 'a used link and a wrong password are refused on purpose')
    const login = new LoginPage(page)
    const person = newPerson()
    await signUp(page, person)

    await test.step('the sign-in leads to an email, and passes on what was typed', async () => {
      await login.open()
      await login.signInForm().getByLabel('Email').fill(person.email)
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      await expect(form(page, 'Forgot your password').getByLabel('Email')).toHaveValue(person.email)
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await expect(heading(page, 'Check your email')).toBeFocused()
      await expect(page.getByRole('main')).toContainText(`If there’s an account for ${person.email}`)
    })

    const link = await mailedLink(mail, person.email, '/reset-password')
    await test.step('the link sets a password once, and its token leaves the address', async () => {
      await follow(page, link)
      await page.getByLabel('New password', { exact: true }).fill('carries 25 liters')
      await page.getByRole('button', { name: 'Set password' }).click()
      await expect(heading(page, 'Your password has been reset')).toBeFocused()
      await expect(page).toHaveURL('/reset-password')
      await follow(page, link)
      await page.getByLabel('New password', { exact: true }).fill('carries 30 liters')
      await page.getByRole('button', { name: 'Set password' }).click()
      await expect(heading(page, 'This link no longer works')).toBeFocused()
      await expect(page.getByRole('main').getByRole('link', { name: 'Send a new link' })).toBeVisible()
    })

    await test.step('the account asks to sign in, and is where the greeting leads', async () => {
      await page.goto('/account')
      await login.signIn({ email: person.email, password: 'carries 25 liters' })
      await expect(heading(page, 'Your account')).toBeVisible()
      await expect(page).toHaveURL('/account')
      await expect(page.getByRole('main')).toContainText('Confirmed')
      await expect(page.getByRole('link', { name: 'Welcome, Ada' })).toHaveAttribute('href', '/account')
    })

    await test.step('another name shows at once, a password only with the current one', async () => {
      await form(page, 'Name').getByLabel('First name').fill('Zoë')
      await page.getByRole('button', { name: 'Save name' }).click()
      await expect(page.getByText('We’ve saved your name.')).toBeVisible()
      await login.expectGreeting('Zoë')
      const password = form(page, 'Password')
      await password.getByLabel('Current password', { exact: true }).fill('wrong 25 liters')
      await password.getByLabel('New password', { exact: true }).fill('walks 40 miles')
      await password.getByRole('button', { name: 'Change password' }).click()
      await expect(password).toContainText('That isn’t your current password.')
      await password.getByLabel('Current password', { exact: true }).fill('carries 25 liters')
      await password.getByRole('button', { name: 'Change password' }).click()
      await expect(password).toContainText('We’ve changed your password')
    })

    await test.step('signing out everywhere ends in the sign-in, which leads back', async () => {
      await page.getByRole('button', { name: 'Sign out everywhere' }).click()
      await login.expectOpen()
      expect(await page.evaluate(() => ({ ...localStorage }))).not.toHaveProperty('token')
      await login.signIn({ email: person.email, password: 'walks 40 miles' })
      await expect(page).toHaveURL('/account')
    })

    await test.step('closing takes a second thought and the password', async () => {
      await page.getByRole('button', { name: 'Close my account...' }).click()
      const close = form(page, 'Close the account')
      await expect(close.getByLabel('Password', { exact: true })).toBeFocused()
      await close.getByRole('button', { name: 'Keep it' }).click()
      await expect(page.getByRole('button', { name: 'Close my account...' })).toBeFocused()
      await page.keyboard.press('Enter')
      await close.getByLabel('Password', { exact: true }).fill('walks 40 miles')
      await close.getByRole('button', { name: 'Close for good' }).click()
      await expect(heading(page, 'Your account is closed')).toBeFocused()
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
      await expect.poll(() => mail.received.at(-1)?.headers.get('subject')?.[0]).toMatch(/account is closed/)
    })
  },
)

test(
  'an address is confirmed once its customer has signed in, and a bad link is a calm page',
  ONCE,
  async ({ page, mail, allow }) => {
    allow(/409|404/, 'a foreign link, and a backend without accounts')
    const [person, other] = [newPerson(), newPerson()]
    await signUp(page, person)
    await signUp(page, other)
    const link = await mailedLink(mail, person.email, '/confirm-address')

    await test.step('a link that is cut says so at once', async () => {
      for (const [cut, way] of [
        ['/reset-password#token=abc', '/forgot-password'],
        ['/reset-password', '/forgot-password'],
        [link.slice(0, -1), '/account'],
      ] as const) {
        await follow(page, cut)
        await expect(heading(page, 'This link is incomplete')).toBeVisible()
        await expect(page.getByRole('main').getByRole('link').last()).toHaveAttribute('href', way)
      }
    })

    await test.step('signing in leads back to the link, which confirms', async () => {
      await follow(page, link)
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
      await new LoginPage(page).signIn(person)
      await expect(page.getByRole('main')).toContainText(person.email)
      await page.getByRole('button', { name: 'Confirm address' }).click()
      await expect(heading(page, 'Your address is confirmed')).toBeFocused()
      await expect(page).toHaveURL('/confirm-address')
    })

    await test.step("another customer's link is refused", async () => {
      await new LoginPage(page).signOut()
      await follow(page, await mailedLink(mail, other.email, '/confirm-address'))
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
      await new LoginPage(page).signIn(other)
      await expect(page.getByRole('main')).toContainText(other.email)
      await follow(page, `/confirm-address#token=${'A'.repeat(43)}`)
      await page.getByRole('button', { name: 'Confirm address' }).click()
      await expect(heading(page, 'This link no longer works')).toBeFocused()
    })

    await test.step('a backend without these calls has a page that says so', async () => {
      await page.route(`**${ownAccountCalls.getAccount.path}`, (route) => route.fulfill({ status: 404, json: {} }))
      await page.goto('/account')
      await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t load your account.' })).toBeVisible()
      await page.unroute(`**${ownAccountCalls.getAccount.path}`)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(form(page, 'Name')).toBeVisible()
    })
  },
)
