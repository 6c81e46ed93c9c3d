import { contactUsEndpoint } from '@shop/contract/contact'
import { CUSTOMER } from './checkout.ts'
import { ContactDialog } from './contact-dialog.ts'
import { expect, ONCE, test } from './fixtures.ts'
import { BARE, leaveFromVisitBefore, signedIn } from './visit-before.ts'

test(
  'after a sign-out in another tab an open contact form holds nothing of the customer but what was typed',
  ONCE,
  async ({ page, context }) => {
    const contact = new ContactDialog(page)
    await leaveFromVisitBefore(page, signedIn(CUSTOMER))
    await contact.open('/error')
    await expect(contact.field('First name')).toHaveValue(CUSTOMER.firstName)
    await expect(contact.field('E-mail')).toHaveAttribute('readonly')
    await contact.field('Details').fill('Do you repair zippers?')

    const other = await context.newPage()
    await other.goto(BARE)
    await other.evaluate(() => localStorage.clear())
    for (const label of ['First name', 'Last name', 'E-mail']) {
      await expect(contact.field(label)).toHaveValue('')
      await expect(contact.field(label)).toBeEditable()
    }
    await expect(contact.field('Details')).toHaveValue('Do you repair zippers?')
  },
)

test(
  'a message that did not arrive keeps nothing of the customer but what was typed',
  ONCE,
  async ({ page, allow }) => {
    allow(/status of 500/, 'the call fails on purpose')
    const contact = new ContactDialog(page)
    await leaveFromVisitBefore(page, signedIn(CUSTOMER))
    await contact.open('/error')
    await contact.fill({ Details: 'Do you repair zippers?' })
    const answered = Promise.withResolvers<void>()
    await page.route(`**${contactUsEndpoint.path}`, async (route) => {
      await answered.promise
      await route.fulfill({ status: 500, json: {} })
    })
    await contact.send()
    await contact.dialog().getByRole('button', { name: 'Close' }).click()
    await contact.expectClosed()
    answered.resolve()
    await page.getByRole('button', { name: 'Back to your message' }).click()
    await expect(contact.field('Details')).toHaveValue('Do you repair zippers?')
    await page.evaluate(() => {
      localStorage.clear()
      window.dispatchEvent(new StorageEvent('storage', { key: null }))
    })
    await expect(contact.field('First name')).toHaveValue('')
  },
)
