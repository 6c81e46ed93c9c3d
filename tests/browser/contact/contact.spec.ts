import type { Page } from '@playwright/test'
import { CONTACT_REASONS, contactCalls } from '@shop/contract/contact/calls'
import { PRODUCT } from '../addresses.ts'
import { type Checkout, CUSTOMER } from '../checkout/checkout.ts'
import { ALSO_AT_OTHER_BACKEND, expect, ONCE, test } from '../fixtures.ts'
import { seedStorage, signedIn } from '../visit-storage.ts'
import { ContactDialog, MESSAGE } from './contact-dialog.ts'

const CALL = `**${contactCalls.contactUs.path}`
const SENT = "Thank you for contacting us. We'll get back to you within 24 to 48hrs."
const WHOLESALE = 'Wholesale or Retail Inquiry'

test(
  'a message that failed is sent again from what was typed, once, and the form is empty then',
  ALSO_AT_OTHER_BACKEND,
  async ({ page, allow }) => {
    allow(/contactUs|status of/, 'the call fails in this test')
    const contact = new ContactDialog(page)
    await page.goto('/error')
    await contact.openFromFooter()
    await contact.fill()

    await test.step("a failed call is a 'Server error', and the way to try again is in sight", async () => {
      await page.route(CALL, (route) => route.fulfill({ status: 500, body: '{}' }))
      await contact.field('Details').press('Tab')
      await page.keyboard.press('Enter')
      await contact.closePopup('Server error', 'Close')
      await contact.expectValues()
      await expect(contact.dialog().getByText('Server error')).toBeVisible()
      await expect(contact.dialog().getByText('What you wrote is still here')).toBeInViewport({ ratio: 1 })
      await expect(contact.sendButton()).toBeInViewport({ ratio: 1 })
      await expect(contact.sendButton()).toBeFocused()
    })

    await test.step("a response without success is an 'Error sending message'", async () => {
      await page.unroute(CALL)
      await page.route(CALL, (route) => route.fulfill({ json: { success: false } }))
      await contact.send()
      await contact.closePopup('Error sending message', 'Close')
      await contact.expectValues()
      await expect(contact.dialog().getByText('Error sending message')).toBeVisible()
    })

    await test.step('however often Send is pressed, one message goes out; the thanks has an Okay button', async () => {
      await page.unroute(CALL)
      let calls = 0
      page.on('request', (request) => {
        if (request.url().endsWith(contactCalls.contactUs.path)) calls += 1
      })
      await contact.dialog().evaluate((dialog) => {
        for (let press = 0; press < 5; press += 1) dialog.querySelector('form')?.requestSubmit()
      })
      await contact.closePopup(SENT, 'Okay')
      expect(calls).toBe(1)
    })

    await test.step('the form is closed, and empty when it is opened again', async () => {
      await contact.expectClosed()
      await expect(page.getByRole('link', { name: 'Inquiries or Feedback' })).toBeFocused()
      await contact.openFromFooter()
      await contact.expectValues({ 'First name': '', 'Last name': '', Email: '', Reason: '', Details: '' })
    })

    await test.step('Escape pressed twice at once goes back once, and not to the page before', async () => {
      const steps = await contact.dialog().evaluate((dialog) => {
        const go = history.go.bind(history)
        let count = 0
        history.go = (delta) => {
          count += 1
          if (count === 1) go(delta)
        }
        for (let press = 0; press < 2; press += 1) dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
        history.go = go
        return count
      })
      expect(steps).toBe(1)
      await contact.expectClosed()
      await expect(page).toHaveURL('/error')
    })
  },
)

test('the form has the fields of section 3 and says what is wrong with them', ONCE, async ({ page }) => {
  const contact = new ContactDialog(page)
  await page.goto('/error')

  await test.step('the notices lead to it with the reason chosen', async () => {
    await page.getByRole('region', { name: 'Notices' }).getByRole('link', { name: 'Contact page' }).click()
    await expect(contact.field('Reason')).toHaveValue(WHOLESALE)
  })

  await test.step('the reasons are those of the specification, in its order', async () => {
    const options = await contact.field('Reason').getByRole('option').allTextContents()
    expect(options.slice(1)).toEqual([...CONTACT_REASONS])
  })

  await test.step('missing entries are named beside their fields, and the first has focus', async () => {
    await contact.fill({ Email: 'ada@shop', Details: 'Hello' })
    await contact.field('Reason').selectOption('')
    await contact.send()
    for (const label of ['First name', 'Last name', 'Email', 'Reason']) {
      await expect(contact.field(label)).toHaveAttribute('aria-invalid', 'true')
    }
    await expect(contact.field('Email')).toHaveAccessibleDescription('Please enter a valid email address')
    await expect(contact.field('First name')).toBeFocused()
    await expect(contact.field('Details')).not.toHaveAttribute('aria-invalid')
    await contact.field('First name').fill('Ada')
    await expect(contact.field('First name')).not.toHaveAttribute('aria-invalid')
  })

  await test.step('50,000 characters are kept, counted, and not sent', async () => {
    const text = 'a'.repeat(50_000)
    await contact.fill({ ...MESSAGE, Details: text })
    await expect(contact.dialog().getByText('45000 characters too many')).toBeVisible()
    await contact.send()
    await expect(contact.field('Details')).toBeFocused()
    await expect(contact.field('Details')).toHaveValue(text)
  })

  await test.step('the hidden field is out of reach for people and for autofill', async () => {
    const honeypot = page.locator('input[name=website]')
    await expect(honeypot).toHaveAttribute('autocomplete', 'off')
    await expect(honeypot).toHaveAttribute('tabindex', '-1')
    await expect(honeypot).not.toBeEditable()
    expect(await honeypot.evaluate((field) => getComputedStyle(field).display)).not.toBe('none')
  })
})

test('a message whose form is closed before a failure is known is there again', ONCE, async ({ page, allow }) => {
  allow(/contactUs|status of/, 'the call fails in this test')
  const called = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(CALL, async (route) => {
    called.resolve()
    await released.promise
    await route.fulfill({ status: 500, body: '{}' })
  })
  const contact = new ContactDialog(page)
  await page.goto('/error')
  await contact.openFromFooter()
  await contact.fill()
  await contact.send()
  await page.keyboard.press('Escape')
  await contact.expectClosed()
  await called.promise
  released.resolve()
  const popup = page.getByRole('alertdialog').filter({ hasText: 'Server error' })
  await popup.getByRole('button', { name: 'Back to your message' }).click()
  await contact.expectOpen()
  await contact.expectValues()
  await expect(contact.dialog().getByText('What you wrote is still here')).toBeVisible()
  await page.mouse.click(3, 3)
  await contact.expectValues()
  await page.keyboard.press('Escape')
  await contact.expectClosed()
  await contact.openFromFooter()
  await contact.expectValues({ 'First name': '', Details: '' })
})

test('an inquiry names what it is about', ONCE, async ({ page, product, checkout }) => {
  const contact = new ContactDialog(page)
  await seedStorage(page, signedIn(CUSTOMER))
  await checkout.seedCart(2)
  await product.open(PRODUCT.product_id)

  await test.step('a product page leads to the form with the product named', async () => {
    await page.getByRole('link', { name: 'Ask us about this one' }).click()
    await contact.expectValues({ Reason: WHOLESALE, 'Product name or order ID': PRODUCT.product_name })
    await closeWithEscape(contact)
  })

  await test.step('from there the footer names the product too, and no reason', async () => {
    await contact.openFromFooter()
    await contact.expectValues({ Reason: '', 'Product name or order ID': PRODUCT.product_name })
  })

  await test.step("a customer's names and email are filled in and read-only", async () => {
    const known = { 'First name': CUSTOMER.firstName, 'Last name': CUSTOMER.lastName, Email: CUSTOMER.email }
    await contact.expectValues(known)
    for (const label of Object.keys(known)) await expect(contact.field(label)).not.toBeEditable()
    await closeWithEscape(contact)
  })

  await test.step('the cart goes along in words, and not in the address; so it does from the notices', async () => {
    await product.reviewCart()
    await page.getByRole('link', { name: 'Send us this cart as an inquiry' }).click()
    await expectCart(contact)
    await notice(page).click()
    await expectCart(contact)
  })

  await test.step('at checkout the notices and the card section take the cart along, the footer does not', async () => {
    await page.getByRole('button', { name: 'Proceed to Checkout' }).click()
    await checkout.expectOpen()
    await notice(page).click()
    await expectCart(contact)
    await page
      .getByRole('region', { name: /Card Detail/ })
      .getByRole('link', { name: 'Send us this cart' })
      .click()
    await expectCart(contact)
    await contact.openFromFooter()
    await contact.expectValues({ Reason: '', 'Product name or order ID': '', Details: '' })
    await closeWithEscape(contact)
  })

  await test.step('the popup after Pay Now leads to the form with the cart in words', () => expectPopup(checkout))

  await test.step('after a sign-out in another tab the open form holds only what was typed', async () => {
    await contact.open('/error')
    await contact.fill({ Details: MESSAGE.Details })
    await page.evaluate(() => {
      localStorage.clear()
      window.dispatchEvent(new StorageEvent('storage', { key: null }))
    })
    for (const label of ['First name', 'Last name', 'Email']) {
      await expect(contact.field(label)).toHaveValue('')
      await expect(contact.field(label)).toBeEditable()
    }
    await expect(contact.field('Details')).toHaveValue(MESSAGE.Details)
  })
})

async function closeWithEscape(contact: ContactDialog): Promise<void> {
  await contact.page.keyboard.press('Escape')
  await contact.expectClosed()
}

/** Two units of the test product, in words and not in the address. */
async function expectCart(contact: ContactDialog): Promise<void> {
  const words = `2 x ${PRODUCT.product_name}`
  await contact.expectValues({ Reason: WHOLESALE, 'Product name or order ID': words })
  await expect(contact.field('Details')).toHaveValue(new RegExp(words))
  expect(new URL(contact.page.url()).search).toBe('?dialog=contact')
  await closeWithEscape(contact)
}

function notice(page: Page) {
  return page.getByRole('region', { name: 'Notices' }).getByRole('link', { name: 'Contact page' })
}

async function expectPopup(checkout: Checkout): Promise<void> {
  await checkout.payNow()
  const popup = checkout.popup()
  await expect(popup.getByRole('button', { name: 'Okay' })).toBeFocused()
  await popup.getByRole('button', { name: 'Send us this cart as an inquiry' }).click()
  const contact = new ContactDialog(checkout.page)
  await contact.expectOpen()
  await expect(popup).toBeHidden()
  await expectCart(contact)
  await expect(checkout.page.getByRole('button', { name: 'Pay Now' })).toBeVisible()
}
