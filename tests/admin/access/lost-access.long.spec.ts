import { totpCode } from '../../../backend/testing/totp.ts'
import { FIRST_OWNER, printedInvite, signInFirstOwner } from '../../harness/shop/sign-in-first-owner.ts'
import { deliverMails, expect, openFromMore, newcomerTest as test } from '../fixtures.ts'
import { expectGoodScreen } from '../good-screen.ts'
import { Entrance } from './entrance.ts'

const NEW_PASSWORD = 'another sentence for the shop'

test('on a phone an owner replaces the app, forgets the password, sets a new one by email, and withdraws an invitation', async ({
  page,
  server,
  mailServer,
}) => {
  const entrance = new Entrance(page)
  const oldSecret = await signInFirstOwner(page.request, await printedInvite(server))
  /** The texts of mails to the owner, without the line breaks of their encoding. */
  const earlier = mailServer.received.length
  const mails = () => mailServer.received.slice(earlier).map(({ raw }) => raw.replaceAll('=\r\n', ''))

  const secret =
    await test.step('replaces the app: new recovery codes first, then the app of the new phone', async () => {
      await page.goto('/admin')
      await openFromMore(page, 'Your account')
      await page.getByRole('button', { name: 'Replace the app' }).click()
      await page.getByRole('button', { name: 'Go back' }).click()
      await page.getByRole('button', { name: 'Replace the app' }).click()
      await expect(page.getByRole('button', { name: 'Make new recovery codes' })).toBeHidden()
      await expectGoodScreen(page, 'replace-app')
      await page.getByLabel('Your password, to replace the app').fill(FIRST_OWNER.password)
      const code = page.getByLabel('Code from the app, or a recovery code')
      await code.fill('000000')
      await page.getByRole('button', { name: 'Replace the app' }).click()
      await expect(page.getByText('This code is wrong')).toBeVisible()
      await expectGoodScreen(page, 'replace-app-wrong-code')
      await code.fill(totpCode(oldSecret, 1))
      await page.getByRole('button', { name: 'Replace the app' }).click()
      await expect(page.getByLabel('Recovery codes')).toBeVisible()
      await expectGoodScreen(page, 'replace-app-codes')
      await page.getByRole('button', { name: 'I’ve saved them' }).click()
      const shown = (await page.getByLabel('Secret for the app').textContent()) ?? ''
      await expectGoodScreen(page, 'replace-app-scan')
      await page.getByLabel('Code from the app').fill(totpCode(shown))
      await page.getByRole('button', { name: 'Check the code' }).click()
      await expect(page.getByText('The new app is set up.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Replace the app' })).toBeVisible()
      return shown
    })

  await test.step('is told of that by email', async () => {
    await deliverMails(page)
    await expect.poll(mails).toEqual([expect.stringContaining('an authenticator app is being set up')])
  })

  await test.step('withdraws an invitation', async () => {
    await openFromMore(page, 'Settings')
    await page.getByRole('button', { name: 'Invite a helper' }).click()
    const withdraw = page.getByRole('button', { name: 'Cancel the invitation for a helper' })
    await expect(withdraw).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy the link' })).toBeVisible()
    await expect(page.getByText('It only opens on this computer.')).toBeVisible()
    await expectGoodScreen(page, 'open-invitations')
    await withdraw.click()
    await expect(page.getByRole('dialog')).toContainText('The link will stop working')
    await expectGoodScreen(page, 'withdraw-invitation', '[role=dialog]')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel invitation' }).click()
    await expect(withdraw).toBeHidden()
    await expect(page.getByRole('button', { name: 'Copy the link' })).toBeHidden()
  })

  const link = await test.step('signs out, and asks for a link', async () => {
    await openFromMore(page, 'Your account')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible()
    await expectGoodScreen(page, 'forgot')
    await page.getByLabel('Email').fill(FIRST_OWNER.email)
    await page.getByRole('button', { name: 'Send a link' }).click()
    await expect(page.getByText('we’ve emailed you a link')).toBeVisible()
    await expectGoodScreen(page, 'forgot-sent')
    const find = () => /\/admin\/reset#[\w-]+/.exec(mails().join('\n').replaceAll('=3D', '='))?.[0] ?? ''
    await expect.poll(find).not.toBe('')
    return find()
  })

  await test.step('sets a new password, no common one, and signs in with it and the new app', async () => {
    await page.goto(link)
    await expect(page.getByText(`For ${FIRST_OWNER.email}`)).toBeVisible()
    await page.getByLabel('New password', { exact: true }).fill('qwertyuiop')
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('one of the most common passwords')).toBeVisible()
    await expectGoodScreen(page, 'reset')
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(page.getByText('Your password has been reset.')).toBeVisible()
    await expectGoodScreen(page, 'reset-done')
    await entrance.signIn(NEW_PASSWORD)
    await entrance.enterCode(secret, 1)
    await entrance.expectInside()
  })

  await test.step('finds the link used up, and the way to another one', async () => {
    await page.goto('about:blank')
    await page.goto(link)
    await expect(page.getByText('This link has been used or has expired.')).toBeVisible()
    await expectGoodScreen(page, 'reset-closed')
    await page.getByRole('link', { name: 'Ask for a new link' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible()
  })
})
