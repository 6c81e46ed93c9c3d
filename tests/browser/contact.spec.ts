import { CONTACT_REASONS, contactUsEndpoint } from '@shop/contract/contact'
import { PRODUCT } from './addresses.ts'
import { ContactDialog, MESSAGE } from './contact-dialog.ts'
import { expect, ONCE, test } from './fixtures.ts'

const CALL = `**${contactUsEndpoint.path}`
const SENT = "Thank you for contacting us. We'll get back to you within 24 to 48hrs."

test('a message is sent, the thanks has an Okay button with focus, and the form is empty again', async ({ page }) => {
  const contact = new ContactDialog(page)
  await page.goto('/')
  await contact.openFromFooter()
  await contact.fill()
  await contact.send()
  await contact.answerPopup(SENT, 'Okay')
  await contact.expectClosed()
  await expect(page.getByRole('link', { name: 'Inquiries or Feedback' })).toBeFocused()
  await contact.openFromFooter()
  await contact.expectKept({ 'First name': '', 'Last name': '', 'E-mail': '', Reason: '', Details: '' })
})

test('the reasons are those of the specification, in its order', ONCE, async ({ page }) => {
  const contact = new ContactDialog(page)
  await contact.open()
  const options = await contact.field('Reason').getByRole('option').allTextContents()
  expect(options.slice(1)).toEqual([...CONTACT_REASONS])
})

test('what is missing is said beside its field, and the first of it has focus', ONCE, async ({ page }) => {
  const contact = new ContactDialog(page)
  await contact.open()
  await contact.fill({ 'E-mail': 'ada@shop', Details: 'Hello' })
  await contact.field('Reason').selectOption('')
  await contact.send()
  for (const label of ['First name', 'Last name', 'E-mail', 'Reason']) {
    await expect(contact.field(label)).toHaveAttribute('aria-invalid', 'true')
  }
  await expect(contact.field('E-mail')).toHaveAccessibleDescription('Please enter a valid email address')
  await expect(contact.field('First name')).toBeFocused()
  await expect(contact.field('Details')).not.toHaveAttribute('aria-invalid')
  await contact.field('First name').fill('Ada')
  await expect(contact.field('First name')).not.toHaveAttribute('aria-invalid')
})

const FAILURES = [
  { answer: { status: 500, body: '{}' }, text: 'Server error' },
  { answer: { status: 429, body: '{"success":false}' }, text: 'Server error' },
  { answer: null, text: 'Server error' },
  { answer: { status: 200, body: '{"success":false}' }, text: 'Error sending message' },
  { answer: { status: 200, body: '<html>' }, text: 'Error sending message' },
] as const

test(
  'a failure of any kind is told in the words of section 8, and what was typed is kept',
  ONCE,
  async ({ page, allow }) => {
    allow(/contactUs|ERR_FAILED|status of/, 'the calls fail in this test')
    const contact = new ContactDialog(page)
    await contact.open()
    await contact.fill()
    for (const { answer, text } of FAILURES) {
      await page.route(CALL, (route) => (answer === null ? route.abort() : route.fulfill(answer)))
      await contact.send()
      await contact.answerPopup(text, 'Close')
      await contact.expectKept()
      await expect(contact.dialog().getByText(text)).toBeVisible()
      await page.unroute(CALL)
    }
    await contact.send()
    await contact.answerPopup(SENT, 'Okay')
  },
)

test('a letter whose form is closed before a failure is known is there again', ONCE, async ({ page, allow }) => {
  allow(/contactUs|status of/, 'the call fails in this test')
  const answers: (() => void)[] = []
  await page.route(CALL, async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve))
    await route.fulfill({ status: 500, body: '{}' })
  })
  const contact = new ContactDialog(page)
  await page.goto('/')
  await contact.openFromFooter()
  await contact.fill()
  await contact.send()
  await page.keyboard.press('Escape')
  await contact.expectClosed()
  await expect.poll(() => answers.length).toBe(1)
  answers[0]?.()
  const popup = page.getByRole('alertdialog').filter({ hasText: 'Server error' })
  await popup.getByRole('button', { name: 'Back to your message' }).click()
  await contact.expectOpen()
  await contact.expectKept()
  await expect(contact.dialog().getByText('What you wrote is still here')).toBeVisible()
  await page.mouse.click(3, 3)
  await contact.expectKept()
  await page.keyboard.press('Escape')
  await contact.expectClosed()
  await contact.openFromFooter()
  await contact.expectKept({ 'First name': '', Details: '' })
})

test('after a failure the way to try again is in sight', async ({ page, allow }) => {
  allow(/contactUs|status of/, 'the call fails in this test')
  await page.route(CALL, (route) => route.fulfill({ status: 500, body: '{}' }))
  const contact = new ContactDialog(page)
  await contact.open()
  await contact.fill()
  await contact.field('Details').press('Tab')
  await page.keyboard.press('Enter')
  await contact.answerPopup('Server error', 'Close')
  await expect(contact.dialog().getByText('What you wrote is still here')).toBeInViewport({ ratio: 1 })
  const send = contact.dialog().getByRole('button', { name: 'Send message' })
  await expect(send).toBeInViewport({ ratio: 1 })
  await expect(send).toBeFocused()
})

test('however often Send is pressed, one message goes out', ONCE, async ({ page }) => {
  let calls = 0
  await page.route(CALL, async (route) => {
    calls += 1
    await route.fulfill({ status: 200, body: '{"success":true}' })
  })
  const contact = new ContactDialog(page)
  await contact.open()
  await contact.fill()
  await contact.dialog().evaluate((dialog) => {
    for (let press = 0; press < 5; press += 1) dialog.querySelector('form')?.requestSubmit()
  })
  await contact.answerPopup(SENT, 'Okay')
  expect(calls).toBe(1)
})

test('a signed-in customer finds names and e-mail filled in and read-only', ONCE, async ({ page }) => {
  const user = { customer_id: '1', firstName: 'Demo', lastName: 'Shopper', email: 'demo@packwright.example' }
  await page.addInitScript((stored) => {
    localStorage.setItem('user', JSON.stringify(stored))
    localStorage.setItem('token', 'any')
  }, user)
  const contact = new ContactDialog(page)
  await contact.open()
  const filled = { 'First name': user.firstName, 'Last name': user.lastName, 'E-mail': user.email }
  await contact.expectKept(filled)
  for (const label of Object.keys(filled)) await expect(contact.field(label)).not.toBeEditable()
  const sent = page.waitForRequest(CALL)
  await contact.fill({ Details: MESSAGE.Details })
  await contact.send()
  expect((await sent).postDataJSON()).toMatchObject({ firstName: 'Demo', lastName: 'Shopper', email: user.email })
})

test('50,000 characters are kept, counted, and not sent', ONCE, async ({ page }) => {
  const contact = new ContactDialog(page)
  await contact.open()
  const text = 'a'.repeat(50_000)
  await contact.fill({ ...MESSAGE, Details: text })
  await expect(contact.dialog().getByText('45000 characters too many')).toBeVisible()
  await contact.send()
  await expect(contact.field('Details')).toBeFocused()
  await expect(contact.field('Details')).toHaveValue(text)
})

test('the hidden field is out of reach for people and for autofill', ONCE, async ({ page }) => {
  const contact = new ContactDialog(page)
  await contact.open()
  const honeypot = page.locator('input[name=website]')
  await expect(honeypot).toHaveAttribute('autocomplete', 'off')
  await expect(honeypot).toHaveAttribute('tabindex', '-1')
  await expect(honeypot).not.toBeEditable()
  expect(await honeypot.evaluate((field) => getComputedStyle(field).display)).not.toBe('none')
})

test.describe('from a paused order to an inquiry', () => {
  test('the notices lead to the form with the reason chosen', ONCE, async ({ page }) => {
    const contact = new ContactDialog(page)
    await page.goto('/shop')
    await page.getByRole('region', { name: 'Notices' }).getByRole('link', { name: 'Contact page' }).click()
    await expect(contact.field('Reason')).toHaveValue('Wholesale or Retail Inquiry')
  })

  test('a product page leads to the form with the product named', ONCE, async ({ page, product }) => {
    const contact = new ContactDialog(page)
    await product.open(PRODUCT.product_id)
    await page.getByRole('link', { name: 'Ask us about this one' }).click()
    await expect(contact.field('Reason')).toHaveValue('Wholesale or Retail Inquiry')
    await expect(contact.field('Product name or order ID')).toHaveValue(PRODUCT.product_name)
  })

  test('from a product page the footer names the product too, and no reason', ONCE, async ({ page, product }) => {
    const contact = new ContactDialog(page)
    await product.open(PRODUCT.product_id)
    await contact.openFromFooter()
    await expect(contact.field('Product name or order ID')).toHaveValue(PRODUCT.product_name)
    await expect(contact.field('Reason')).toHaveValue('')
  })

  test('the cart goes along in words, and not in the address', ONCE, async ({ page, product, cart }) => {
    const contact = new ContactDialog(page)
    await product.open(PRODUCT.product_id)
    await product.add()
    await product.add()
    await cart.open()
    await page.getByRole('link', { name: 'Send us this cart as an inquiry' }).click()
    await expect(contact.field('Reason')).toHaveValue('Wholesale or Retail Inquiry')
    await expect(contact.field('Product name or order ID')).toHaveValue(`2 x ${PRODUCT.product_name}`)
    await expect(contact.field('Details')).toHaveValue(new RegExp(`2 x ${PRODUCT.product_name}`))
    expect(new URL(page.url()).search).toBe('?dialog=contact')
  })

  test(
    'on the cart and at checkout the notices and the card section take the cart along',
    ONCE,
    async ({ page, product, cart, checkout }) => {
      const contact = new ContactDialog(page)
      await product.open(PRODUCT.product_id)
      await product.add()
      await cart.open()
      const expectCart = async () => {
        await expect(contact.field('Reason')).toHaveValue('Wholesale or Retail Inquiry')
        await expect(contact.field('Product name or order ID')).toHaveValue(`1 x ${PRODUCT.product_name}`)
        await expect(contact.field('Details')).toHaveValue(new RegExp(`1 x ${PRODUCT.product_name}`))
        await page.keyboard.press('Escape')
        await contact.expectClosed()
      }
      const notice = page.getByRole('region', { name: 'Notices' }).getByRole('link', { name: 'Contact page' })
      await notice.click()
      await expectCart()
      await checkout.open('guest', 1)
      await notice.click()
      await expectCart()
      await page
        .getByRole('region', { name: /Card Detail/ })
        .getByRole('link', { name: 'Send us this cart' })
        .click()
      await expectCart()
      await contact.openFromFooter()
      await contact.expectKept({ Reason: '', 'Product name or order ID': '', Details: '' })
    },
  )

  test('the popup after Pay Now leads to the form with the cart in words', ONCE, async ({ page, product }) => {
    const contact = new ContactDialog(page)
    await product.open(PRODUCT.product_id)
    await product.add()
    await page.evaluate(() => {
      localStorage.setItem(
        'user',
        JSON.stringify({ customer_id: '1', firstName: 'Demo', lastName: 'S', email: 'd@s.co' }),
      )
      localStorage.setItem('token', 'any')
    })
    await page.goto('/checkout')
    await page.getByRole('button', { name: 'Pay Now' }).click()
    const popup = page.getByRole('alertdialog')
    await expect(popup.getByRole('button', { name: 'Okay' })).toBeFocused()
    await popup.getByRole('button', { name: 'Send us this cart as an inquiry' }).click()
    await contact.expectOpen()
    await expect(popup).toBeHidden()
    await expect(contact.field('Reason')).toHaveValue('Wholesale or Retail Inquiry')
    await expect(contact.field('Details')).toHaveValue(new RegExp(`1 x ${PRODUCT.product_name}`))
    await page.keyboard.press('Escape')
    await contact.expectClosed()
    await expect(page.getByRole('button', { name: 'Pay Now' })).toBeVisible()
  })
})

test('from a found order the form names the order', ONCE, async ({ page }) => {
  const contact = new ContactDialog(page)
  await page.goto('/orderAndReturn')
  const values = { 'First name': 'Guest', 'Last name': 'Shopper', 'E-mail': 'guest@packwright.example' }
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
  await page.getByLabel('Order number').fill('100005')
  await page.getByRole('button', { name: 'Find Order' }).click()
  await expect(page.getByRole('heading', { name: 'Order # 100005' })).toBeVisible()
  await contact.openFromFooter()
  await expect(contact.field('Product name or order ID')).toHaveValue('Order # 100005')
})
