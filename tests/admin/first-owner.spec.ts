import { expect, type Page, test } from '@playwright/test'
import { totpCode } from '../../backend/testing/totp.ts'
import { type ShopServer, startShop } from '../harness/shop-server.ts'
import { printedInvite } from '../harness/sign-in-first-owner.ts'
import { openFromMore } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'

const EMAIL = 'ada@shop.example'
const PASSWORD = 'seams hold for forty years'

let server: ShopServer
test.beforeAll(async () => {
  server = await startShop()
})
test.afterAll(() => server.stop())

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('the first owner begins with the printed link, signs out, and gets in by code and by recovery code', async ({
  page,
}) => {
  const problems: string[] = []
  page.on('console', (message) => {
    // Chromium itself reports each response of 4xx; those are the test's own.
    if (message.type() === 'error' && !message.text().includes('status of 4')) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  const link = await printedInvite(server)

  await test.step('accepts the invitation', async () => {
    await page.goto(link)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await expectGoodScreen(page, 'invite')
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
  })

  const secret = await test.step('sets up an app', async () => {
    await expect(page.getByRole('heading', { name: 'One more lock' })).toBeVisible()
    await expectGoodScreen(page, 'second-factor')
    await page.getByLabel('Your password once more').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set up the app' }).click()
    const shown = (await page.getByLabel('Secret for the app').textContent()) ?? ''
    await expectGoodScreen(page, 'scan')
    await page.getByLabel('Code that the app shows').fill('000000')
    await page.getByRole('button', { name: 'Check the code' }).click()
    await expect(page.getByText('This code is wrong')).toBeVisible()
    await page.getByLabel('Code that the app shows').fill(totpCode(shown))
    await page.getByRole('button', { name: 'Check the code' }).click()
    return shown
  })

  const recoveryCode = await test.step('keeps recovery codes and is in', async () => {
    const codes = (await page.getByLabel('Recovery codes').textContent()) ?? ''
    await expectGoodScreen(page, 'recovery-codes')
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    await expect(page.getByText('to ship')).toBeVisible()
    await expectGoodScreen(page, 'today')
    return codes.split('\n')[0] ?? ''
  })

  await test.step('signs out and in with a code', async () => {
    await openFromMore(page, 'Your account')
    await expect(page.getByText('This one')).toBeVisible()
    await expectGoodScreen(page, 'account')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await page.getByLabel('E-mail').fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByText('The e-mail address or the password is wrong.')).toBeVisible()
    await expectGoodScreen(page, 'sign-in')
    await signIn(page)
    await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, 1))
    await expectGoodScreen(page, 'code')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  })

  await test.step('signs in over the page once the session has ended, with a recovery code', async () => {
    await openFromMore(page, 'Your account')
    await page.getByLabel('Name of this device').fill('half typed')
    await page.context().clearCookies()
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Make new recovery codes' }).click()
    await expect(page.getByRole('dialog', { name: 'Please sign in again' })).toBeVisible()
    // The page behind is dimmed, and nobody reaches it.
    await expectGoodScreen(page, 'sign-in-again', '[role=dialog]')
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCode)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByLabel('Name of this device')).toHaveValue('half typed')
  })

  await test.step('finds the invitation used up', async () => {
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByText('This invitation has been used')).toBeVisible()
    await expectGoodScreen(page, 'used-invite')
  })
  expect(problems).toEqual([])
})
