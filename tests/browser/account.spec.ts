import type { Page } from '@playwright/test'
import { getAccountEndpoint } from '@shop/contract/account'
import { signUpEndpoint } from '@shop/contract/accounts'
import { type MailServer, openMailServer } from '../../backend/testing/mail-server.ts'
import { type ShopServer, startShop } from '../harness/shop-server.ts'
import { test as base, expect, ONCE } from './fixtures.ts'
import { LoginPage, newPerson } from './login-page.ts'

/** A shop whose mails arrive at a server of the test. */
const test = base.extend<object, { server: ShopServer; mail: MailServer }>({
  mail: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are wanted.
    async ({}, use) => {
      const mail = await openMailServer()
      await use(mail)
      await mail.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ mail }, use) => {
      const server = await startShop({ SMTP_URL: mail.url })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
})

/** The path and fragment of the link to `page` in the newest mail to somebody. */
async function mailedLink(mail: MailServer, recipient: string, page: string): Promise<string> {
  const find = () => {
    const texts = mail.received
      .filter(({ recipients }) => recipients.includes(recipient))
      .map(({ raw }) => raw.replace(/=\r\n/g, '').replaceAll('=3D', '='))
    const link = new RegExp(`${page}#token=[\\w-]{43}`)
    return texts.map((text) => link.exec(text)?.[0]).findLast((found) => found !== undefined) ?? ''
  }
  await expect.poll(find, { message: `a mail to ${recipient} with a link to ${page}` }).not.toBe('')
  return find()
}

async function signUp(page: Page, person: ReturnType<typeof newPerson>): Promise<void> {
  const answer = await page.request.post(signUpEndpoint.path, { data: { ...person, loginId: person.email } })
  expect(answer.status()).toBe(200)
}

/** Another document, so that a changed fragment is a new visit. */
async function follow(page: Page, link: string): Promise<void> {
  await page.goto('/robots.txt', { waitUntil: 'commit' })
  await page.goto(link)
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })

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
        await expect(heading(page, 'This link is not complete')).toBeVisible()
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
      await expect(heading(page, 'This link does not work any more')).toBeFocused()
    })

    await test.step('a backend without these calls has a page that says so', async () => {
      await page.route(`**${getAccountEndpoint.path}`, (route) => route.fulfill({ status: 404, json: {} }))
      await page.goto('/account')
      await expect(page.getByRole('alert').filter({ hasText: 'Your account could not be loaded.' })).toBeVisible()
      await page.unroute(`**${getAccountEndpoint.path}`)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(form(page, 'Name')).toBeVisible()
    })
  },
)
