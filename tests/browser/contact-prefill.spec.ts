import { contactUsEndpoint } from '@shop/contract/contact'
import { CUSTOMER } from './checkout.ts'
import { ContactDialog, MESSAGE } from './contact-dialog.ts'
import { expect, ONCE, test } from './fixtures.ts'
import { seedStorage, signedIn } from './visit-storage.ts'

const KNOWN = { 'First name': CUSTOMER.firstName, 'Last name': CUSTOMER.lastName, 'E-mail': CUSTOMER.email }

test('the contact form of a customer', ONCE, async ({ page, allow }) => {
  allow(/status of 500/, 'the call fails on purpose')
  const contact = new ContactDialog(page)
  const released = Promise.withResolvers<void>()
  await seedStorage(page, signedIn(CUSTOMER))
  await contact.open()

  await test.step('names and e-mail are filled in, read-only, and sent', async () => {
    await contact.expectValues(KNOWN)
    for (const label of Object.keys(KNOWN)) await expect(contact.field(label)).not.toBeEditable()
    await contact.fill({ Details: MESSAGE.Details })
    const sent = page.waitForRequest(`**${contactUsEndpoint.path}`)
    await page.route(`**${contactUsEndpoint.path}`, async (route) => {
      await released.promise
      await route.fulfill({ status: 500, json: {} })
    })
    await contact.send()
    const { firstName, lastName, email } = CUSTOMER
    expect((await sent).postDataJSON()).toMatchObject({ firstName, lastName, email })
  })

  await test.step('a message that failed after its form was closed is there again', async () => {
    await contact.dialog().getByRole('button', { name: 'Close' }).click()
    await contact.expectClosed()
    released.resolve()
    await page.getByRole('button', { name: 'Back to your message' }).click()
    await expect(contact.field('Details')).toHaveValue(MESSAGE.Details)
    await contact.expectValues(KNOWN)
  })

  await test.step('after a sign-out in another tab the open form holds only what was typed', async () => {
    await page.evaluate(() => {
      localStorage.clear()
      window.dispatchEvent(new StorageEvent('storage', { key: null }))
    })
    for (const label of Object.keys(KNOWN)) {
      await expect(contact.field(label)).toHaveValue('')
      await expect(contact.field(label)).toBeEditable()
    }
    await expect(contact.field('Details')).toHaveValue(MESSAGE.Details)
  })
})
