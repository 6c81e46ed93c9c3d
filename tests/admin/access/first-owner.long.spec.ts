import { totpCode } from '../../../backend/testing/totp.ts'
import { FIRST_OWNER, printedInvite, signInFirstOwner } from '../../harness/shop/sign-in-first-owner.ts'
import { expect, openFromMore, newcomerTest as test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { Entrance } from './entrance.ts'
import { addDevice } from './passkey-device.ts'

test('the first owner begins with the printed link, signs out, and gets in by code, by recovery code and by passkey', async ({
  page,
  server,
}) => {
  const problems: string[] = []
  page.on('console', (message) => {
    // Chromium itself reports each response of 4xx; those are the test's own.
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('status of 4'))
      problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  const link = await printedInvite(server)
  const entrance = new Entrance(page)

  await test.step('looks for the entrance, and accepts the invitation', async () => {
    await page.goto('/admin')
    await expect(page.getByText('This shop has no owner yet')).toBeVisible()
    await expectGoodScreen(page, 'no-owner')
    await page.goto(link)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()
    await expectGoodScreen(page, 'invite')
    await entrance.acceptInvite()
  })

  const [secret, recoveryCode = ''] = await test.step('sets up an app, after a look at the other way', async () => {
    await expectGoodScreen(page, 'second-factor')
    await entrance.startApp()
    await page.getByRole('button', { name: 'Go back' }).click()
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible()
    const shown = await entrance.startApp()
    await expectGoodScreen(page, 'scan')
    await page.getByLabel('Code from the app').fill('000000')
    await page.getByRole('button', { name: 'Check the code' }).click()
    await expect(page.getByText('This code is wrong')).toBeVisible()
    return [shown, ...(await entrance.checkApp(totpCode(shown)))]
  })

  await test.step('keeps recovery codes and is in', async () => {
    await expectGoodScreen(page, 'recovery-codes')
    await entrance.keepRecoveryCodes()
    await expect(page.getByText('to ship')).toBeVisible()
  })

  const signOut = async () => {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  }

  await test.step('signs out and in with a code', async () => {
    await openFromMore(page, 'Your account')
    await expect(page.getByText('This device', { exact: true })).toBeVisible()
    await signOut()
    await entrance.signIn('wrong')
    await expect(page.getByText('The email address or the password is wrong.')).toBeVisible()
    await expectGoodScreen(page, 'sign-in')
    await entrance.signIn()
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await expectGoodScreen(page, 'code')
    await entrance.enterCode(secret, 1)
    await entrance.expectInside()
  })

  await test.step('signs in over the page once the session has ended, with a recovery code', async () => {
    await openFromMore(page, 'Your account')
    await page.getByLabel('Name of this device').fill('half typed')
    await page.context().clearCookies()
    await page.getByLabel('Your password', { exact: true }).fill(FIRST_OWNER.password)
    await page.getByRole('button', { name: 'Make new recovery codes' }).click()
    await expect(page.getByRole('dialog', { name: 'Please sign in again' })).toBeVisible()
    // The page behind is dimmed, and out of reach.
    await expectGoodScreen(page, 'sign-in-again', '[role=dialog]')
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(FIRST_OWNER.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCode)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByLabel('Name of this device')).toHaveValue('half typed')
  })

  const device = await addDevice(page)
  const name = page.getByLabel('Name of this device')
  const password = page.getByLabel('Your password, for the passkey')
  const add = page.getByRole('button', { name: 'Add a passkey' })
  const usePasskey = page.getByRole('button', { name: 'Sign in with a passkey' })
  const remove = page.getByRole('button', { name: 'Remove My phone' })

  await test.step('adds a passkey with the password, once the device is unlocked, and no second one of the same device', async () => {
    await name.fill('My phone')
    await password.fill('not the password')
    await add.click()
    await expect(page.getByText('That password is wrong.')).toBeVisible()
    await password.fill(FIRST_OWNER.password)
    await device.lock()
    await add.click()
    await expect(page.getByText('Your device wasn’t unlocked')).toBeVisible()
    await device.unlock()
    await add.click()
    await expect(remove).toBeVisible()
    await expect(name).toHaveValue('')
    await name.fill('My phone again')
    await password.fill(FIRST_OWNER.password)
    await add.click()
    await expect(page.getByText('This device already has a passkey for you.')).toBeVisible()
    await expectGoodScreen(page, 'passkeys')
  })

  await test.step('signs out, and in with only the passkey', async () => {
    await signOut()
    await device.lock()
    await usePasskey.click()
    await expect(page.getByText('Your device wasn’t unlocked')).toBeVisible()
    await device.unlock()
    await usePasskey.click()
    await entrance.expectInside()
  })

  await test.step('removes the passkey, which lets no one in from then on', async () => {
    await openFromMore(page, 'Your account')
    await remove.click()
    await expect(remove).toBeHidden()
    await signOut()
    await usePasskey.click()
    await expect(page.getByText('We don’t recognize this passkey.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  })

  await test.step('finds the invitation used up', async () => {
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByText('This invitation has been used')).toBeVisible()
    await expectGoodScreen(page, 'used-invite')
  })
  expect(problems).toEqual([])
})

test('an invitation that has been used elsewhere is reported before its form is filled in', async ({
  page,
  server,
  playwright,
}) => {
  const link = await printedInvite(server)
  await page.goto(link)
  await expect(page.getByText('The invitation is valid until')).toBeVisible()
  const elsewhere = await playwright.request.newContext()
  await signInFirstOwner(elsewhere, link)
  await elsewhere.dispose()
  // Somebody returns to the page.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('This invitation has been used or has expired.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue' })).toBeHidden()
  await expectGoodScreen(page, 'closed-invite')
})
