import type { Locator, Page } from '@playwright/test'
import { PRODUCT } from './addresses.ts'
import { ContactDialog } from './contact-dialog.ts'
import { expect, ONCE, test } from './fixtures.ts'

const policy = (page: Page): Locator => page.getByRole('dialog', { name: 'Return Policy' })
const policyLink = (page: Page): Locator => page.getByRole('contentinfo').getByRole('link', { name: 'Return Policy' })

test('the return policy says what section 9 promises', ONCE, async ({ page }) => {
  await page.goto('/?dialog=returns')
  const text = (await policy(page).innerText()).replace(/\s+/g, ' ')
  for (const words of [
    'within 15 days of delivery',
    'unused',
    'original packaging',
    'proof of purchase',
    'Original shipping is non-refundable',
    'refund you in full, shipping included',
    'you pay the return shipping',
    'prepaid label',
  ]) {
    expect(text).toContain(words)
  }
})

test('the address of a dialog opens it over any page, and closing leaves the page', ONCE, async ({ page }) => {
  for (const address of ['/', `/product/${PRODUCT.product_id}`, '/cart']) {
    await page.goto(`${address}?dialog=returns`)
    await expect(policy(page)).toBeVisible()
    const before = await page.evaluate(() => history.length)
    await policy(page).getByRole('button', { name: 'Close' }).click()
    await expect(policy(page)).toBeHidden()
    await expect(page).toHaveURL(address)
    expect(await page.evaluate(() => history.length)).toBe(before)
  }
})

test('Back closes a dialog that was opened in the shop, and keeps the filter', ONCE, async ({ page, shop }) => {
  await page.goto('/shop?max=80')
  await shop.expectOpen()
  await policyLink(page).click()
  await expect(policy(page)).toBeVisible()
  await expect(page).toHaveURL('/shop?max=80&dialog=returns')
  await page.goBack()
  await expect(policy(page)).toBeHidden()
  await expect(page).toHaveURL('/shop?max=80')
  await page.goForward()
  await expect(policy(page)).toBeVisible()
})

test('closing a dialog that was opened in the shop goes Back, so that no entry piles up', ONCE, async ({ page }) => {
  await page.goto('/about')
  await page.goto('/shop')
  for (let round = 0; round < 2; round += 1) {
    await policyLink(page).click()
    await expect(policy(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(policy(page)).toBeHidden()
    await expect(page).toHaveURL('/shop')
  }
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('a dialog that is closed and opened again at once is open', ONCE, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/shop')
  for (let round = 0; round < 2; round += 1) {
    await policyLink(page).click()
    await expect(policy(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await policyLink(page).click()
    // The one that closed is still seen for a moment.
    await expect(page.locator('dialog[open]')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(policy(page)).toBeHidden()
    await expect(page).toHaveURL('/shop')
  }
})

test('Escape and the backdrop close, and focus goes back to what opened the dialog', async ({ page }) => {
  await page.goto('/')
  await policyLink(page).click()
  await expect(policy(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(policy(page)).toBeHidden()
  await expect(policyLink(page)).toBeFocused()
  await policyLink(page).click()
  await expect(policy(page)).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(policy(page)).toBeHidden()
  await expect(policyLink(page)).toBeFocused()
})

test('focus goes back also where a click gives a link no focus', ONCE, async ({ page }) => {
  await page.goto('/')
  // As in Safari: pressing a link moves no focus to it.
  await page.evaluate(() => document.addEventListener('mousedown', (event) => event.preventDefault(), true))
  await policyLink(page).click()
  await expect(policy(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(policyLink(page)).toBeFocused()
})

test('focus enters the dialog and stays in it', ONCE, async ({ page }) => {
  await page.goto('/?dialog=returns')
  await expect(policy(page)).toBeVisible()
  const inside = () => policy(page).evaluate((dialog) => dialog.contains(document.activeElement))
  expect(await inside()).toBe(true)
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab')
    // Past the last control a browser offers its own bar, then the dialog again; never the page behind.
    const onPage = await page.evaluate(() => document.activeElement !== document.body)
    if (onPage) expect(await inside()).toBe(true)
  }
})

test('from the return policy to the contact form and back is one step', ONCE, async ({ page }) => {
  const contact = new ContactDialog(page)
  await page.goto('/')
  await policyLink(page).click()
  await policy(page).getByRole('link', { name: 'Ask us about a return' }).click()
  await contact.expectOpen()
  await expect(policy(page)).toBeHidden()
  await expect(contact.field('Reason')).toHaveValue('Inquiry about your order')
  await page.keyboard.press('Escape')
  await contact.expectClosed()
  await expect(page).toHaveURL('/')
  await expect(policyLink(page)).toBeFocused()
})

test('a slip outside does not cost what was written; Escape and Close do', ONCE, async ({ page }) => {
  const contact = new ContactDialog(page)
  await page.goto('/')
  await contact.openFromFooter()
  await contact.field('Details').fill('A long letter')
  await page.mouse.click(3, 3)
  await contact.expectKept({ Details: 'A long letter' })
  await page.keyboard.press('Escape')
  await contact.expectClosed()
  await contact.openFromFooter()
  await contact.expectKept({ Details: '' })
})

test('a slip outside does not cost what was written in whichever field', ONCE, async ({ page }) => {
  const contact = new ContactDialog(page)
  await page.goto('/error')
  for (const label of ['First name', 'E-mail', 'Product name or order ID']) {
    await test.step(label, async () => {
      await contact.openFromFooter()
      await contact.field(label).fill('ada@shop.example')
      await page.mouse.click(3, 3)
      await contact.expectKept({ [label]: 'ada@shop.example' })
      await page.keyboard.press('Escape')
      await contact.expectClosed()
    })
  }
})

test('after a dialog that came with the address, focus is on the page', ONCE, async ({ page }) => {
  const contact = new ContactDialog(page)
  for (const close of [() => page.keyboard.press('Escape'), () => contact.dialog().getByLabel('Close').click()]) {
    await contact.open('/about')
    await close()
    await contact.expectClosed()
    await expect(page.getByRole('main')).toBeFocused()
  }
  await page.goto('/about?dialog=returns')
  await policy(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('main')).toBeFocused()
})

test('a dialog whose code cannot be loaded says so and leaves the page', ONCE, async ({ page, allow }) => {
  allow(/contact-dialog|ERR_FAILED|dynamically imported/, 'the code is out of reach in this test')
  await page.route(/contact-dialog/, (route) => route.abort())
  await page.goto('/?dialog=contact')
  const popup = page.getByRole('alertdialog')
  await expect(popup).toContainText('could not be opened')
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(page).not.toHaveURL(/dialog=/)
})

test('a dialog rises in 300 ms over a backdrop of 150 ms', ONCE, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/?dialog=returns')
  const times = await policy(page).evaluate((dialog) => [
    getComputedStyle(dialog).transitionDuration.split(', ')[0],
    getComputedStyle(dialog, '::backdrop').transitionDuration.split(', ')[0],
  ])
  expect(times).toEqual(['0.3s', '0.15s'])
})
