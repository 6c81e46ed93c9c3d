import type { Locator, Page } from '@playwright/test'
import { PRODUCT } from '../addresses.ts'
import { ContactDialog } from '../contact/contact-dialog.ts'
import { expect, ONCE, test } from '../fixtures.ts'

const policy = (page: Page): Locator => page.getByRole('dialog', { name: 'Return Policy' })
const policyLink = (page: Page): Locator => page.getByRole('contentinfo').getByRole('link', { name: 'Return Policy' })

async function openPolicy(page: Page): Promise<void> {
  await policyLink(page).click()
  await expect(policy(page)).toBeVisible()
}

test('Escape and the backdrop close, and focus goes back to what opened the dialog', async ({ page }) => {
  const contact = new ContactDialog(page)
  await page.goto('/error')
  for (const close of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
    await openPolicy(page)
    await close()
    await expect(policy(page)).toBeHidden()
    await expect(policyLink(page)).toBeFocused()
  }

  await test.step('from the return policy to the contact form and back is one step', async () => {
    await openPolicy(page)
    await policy(page).getByRole('link', { name: 'Ask us about a return' }).click()
    await contact.expectOpen()
    await expect(policy(page)).toBeHidden()
    await expect(contact.field('Reason')).toHaveValue('Inquiry about your order')
    await page.keyboard.press('Escape')
    await contact.expectClosed()
    await expect(page).toHaveURL('/error')
    await expect(policyLink(page)).toBeFocused()
  })

  await test.step('focus goes back also where a click gives a link no focus', async () => {
    // As in Safari: pressing a link moves no focus to it.
    await page.evaluate(() => document.addEventListener('mousedown', (event) => event.preventDefault(), true))
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await openPolicy(page)
    await page.keyboard.press('Escape')
    await expect(policyLink(page)).toBeFocused()
  })
})

test('a slip outside does not cost what was written in whichever field; Escape does', ONCE, async ({ page }) => {
  const contact = new ContactDialog(page)
  await page.goto('/error')
  for (const label of ['First name', 'Email', 'Product name or order ID', 'Details']) {
    await test.step(label, async () => {
      await contact.openFromFooter()
      await contact.expectValues({ [label]: '' })
      await contact.field(label).fill('ada@shop.example')
      await page.mouse.click(3, 3)
      await contact.expectValues({ [label]: 'ada@shop.example' })
      await page.keyboard.press('Escape')
      await contact.expectClosed()
    })
  }
  await contact.openFromFooter()
  await contact.expectValues({ Details: '' })
})

test(
  'the address of a dialog opens it over any page, and closing leaves the page, with focus on it',
  ONCE,
  async ({ page }) => {
    const contact = new ContactDialog(page).dialog()
    for (const [address, name, shown, close] of [
      ['/', 'contact', contact, () => contact.getByLabel('Close').click()],
      [`/product/${PRODUCT.product_id}`, 'contact', contact, () => page.keyboard.press('Escape')],
      ['/cart', 'returns', policy(page), () => policy(page).getByRole('button', { name: 'Close' }).click()],
    ] as const) {
      await test.step(address, async () => {
        await page.goto(`${address}?dialog=${name}`)
        await expect(shown).toBeVisible()
        const before = await page.evaluate(() => history.length)
        await close()
        await expect(shown).toBeHidden()
        await expect(page).toHaveURL(address)
        await expect(page.getByRole('main')).toBeFocused()
        expect(await page.evaluate(() => history.length)).toBe(before)
      })
    }
  },
)

test('the return policy says what section 9 promises, and focus stays in it', ONCE, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/error?dialog=returns')
  await expect(policy(page)).toBeVisible()

  await test.step('its text', async () => {
    const text = (await policy(page).innerText()).replace(/\s+/g, ' ')
    for (const words of [
      'within 15 days of delivery',
      'unused',
      'original packaging',
      'proof of purchase',
      'Original shipping is non-refundable',
      'refund you in full, including shipping',
      'you pay for return shipping',
      'prepaid label',
    ]) {
      expect(text).toContain(words)
    }
  })

  await test.step('it rises in 300 ms over a backdrop of 150 ms', async () => {
    const times = await policy(page).evaluate((dialog) => [
      getComputedStyle(dialog).transitionDuration.split(', ')[0],
      getComputedStyle(dialog, '::backdrop').transitionDuration.split(', ')[0],
    ])
    expect(times).toEqual(['0.3s', '0.15s'])
  })

  await test.step('focus enters the dialog and stays in it', async () => {
    const inside = () => policy(page).evaluate((dialog) => dialog.contains(document.activeElement))
    expect(await inside()).toBe(true)
    for (let step = 0; step < 8; step += 1) {
      await page.keyboard.press('Tab')
      // Past the last control a browser offers its own bar, then the dialog again; never the page behind.
      const onPage = await page.evaluate(() => document.activeElement !== document.body)
      if (onPage) expect(await inside()).toBe(true)
    }
    await policy(page).getByRole('button', { name: 'Close' }).click()
    await expect(policy(page)).toBeHidden()
  })

  await test.step('a dialog that is closed and opened again at once is open', async () => {
    for (let round = 0; round < 2; round += 1) {
      await openPolicy(page)
      await page.keyboard.press('Escape')
      await policyLink(page).click()
      // The one that closed is still seen for a moment.
      await expect(page.locator('dialog[open]')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(policy(page)).toBeHidden()
      await expect(page).toHaveURL('/error')
    }
  })
})

test('a dialog that was opened in the shop is one step of Back', ONCE, async ({ page, shop }) => {
  await page.goto('/shop?max=80')
  await shop.expectOpen()

  await test.step('Back closes it, and keeps the filter', async () => {
    await openPolicy(page)
    await expect(page).toHaveURL('/shop?max=80&dialog=returns')
    await page.goBack()
    await expect(policy(page)).toBeHidden()
    await expect(page).toHaveURL('/shop?max=80')
    await page.goForward()
    await expect(policy(page)).toBeVisible()
    await page.goBack()
    await expect(policy(page)).toBeHidden()
  })

  await test.step('closing it goes Back, and no entries pile up', async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await expect(page).toHaveURL('/about')
    for (let round = 0; round < 2; round += 1) {
      await openPolicy(page)
      await page.keyboard.press('Escape')
      await expect(policy(page)).toBeHidden()
      await expect(page).toHaveURL('/about')
    }
    await page.goBack()
    await expect(page).toHaveURL('/shop?max=80')
  })
})

test('a dialog whose code cannot be loaded says so and leaves the page', ONCE, async ({ page, allow }) => {
  allow(/contact-dialog|ERR_FAILED|dynamically imported/, 'the code is out of reach in this test')
  await page.route(/contact-dialog/, (route) => route.abort())
  await page.goto('/error?dialog=contact')
  const popup = page.getByRole('alertdialog')
  await expect(popup).toContainText('didn’t open')
  await popup.getByRole('button', { name: 'Close' }).click()
  await expect(page).not.toHaveURL(/dialog=/)
})
