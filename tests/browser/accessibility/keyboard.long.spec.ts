import { orderCalls } from '@shop/contract/orders/calls'
import { PAY_NOW_TEXT } from '../checkout/checkout.ts'
import { ALSO_ON_DESKTOP, expect, ONCE, test } from '../fixtures.ts'
import { GUEST } from '../orders/orders-page.ts'
import { press, tabTo } from './tabbing.ts'

test('from the landing page to Pay Now without a pointer', ONCE, async ({ page, cart }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  const main = page.getByRole('main')
  await press(page, main.getByRole('link', { name: 'Shop Now' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible()

  await tabTo(page, main.getByLabel('Minimum price'))
  await page.keyboard.type('70')
  await tabTo(page, main.getByLabel('Maximum price'))
  await page.keyboard.type('80')
  await expect(page).toHaveURL(/min=70&max=80/)
  await press(page, main.getByRole('link', { name: 'Campus Slim Backpack, Blue' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Campus Slim Backpack, Blue' })).toBeVisible()

  await press(page, page.getByRole('button', { name: 'Zoom in' }))
  await expect(page.locator('[data-zoom]')).toHaveAttribute('data-zoom', '1.25')
  await press(page, page.getByRole('button', { name: 'Add to Cart', exact: true }))
  await expect(page.getByText('Product added to cart.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Product added to cart.')).toBeHidden()
  await press(page, page.getByRole('link', { name: 'Review Cart' }))

  await cart.expectCount(1)
  await press(page, page.getByRole('button', { name: 'Increase quantity of Campus Slim Backpack, Blue' }))
  await cart.expectCount(2)
  await press(page, page.getByRole('button', { name: 'Proceed to Checkout' }))
  await press(page, page.getByRole('button', { name: 'Continue as Guest' }))

  const form = page.getByRole('form', { name: 'Checkout' })
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Shopper'],
    ['Email', 'ada@packwright.example'],
    ['Address line 1', '12 main st'],
    ['City', 'sacramento'],
    ['State', 'cali'],
    ['ZIP code', '95814'],
  ] as const) {
    await tabTo(page, form.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await expect(form.getByLabel('State')).toHaveValue('CA')
  await tabTo(page, page.getByRole('radio', { name: 'USPS Ground Advantage' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio').nth(1)).toBeChecked()
  await press(page, page.getByRole('button', { name: 'Pay Now' }))
  await expect(page.getByRole('alertdialog')).toContainText(PAY_NOW_TEXT)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeHidden()
})

test('an order is found, and its cancellation requested, without a pointer', ONCE, async ({ page }) => {
  // Other tests of this shop may have cancelled its items.
  await page.route(`**${orderCalls.findOrder.path}?**`, async (route) => {
    const response = await route.fetch()
    const rows: Record<string, unknown>[] = await response.json()
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, cancellation_status: null })) })
  })
  await page.goto('/orderAndReturn')
  const form = page.getByRole('form', { name: 'Find Your Order' })
  for (const [label, text] of [
    ['First name', GUEST.firstName],
    ['Last name', GUEST.lastName],
    ['Email', GUEST.email],
    ['Order number', GUEST.orderId],
  ] as const) {
    await tabTo(page, form.getByLabel(label))
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: `Order # ${GUEST.orderId}` })).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Cancel Order' }))
  const cancel = page.getByRole('form', { name: 'Cancel items' })
  await expect(cancel).toBeVisible()
  await press(page, cancel.getByRole('button', { name: /^Submit/ }))
  await expect(page.getByText('Please select at least one item to cancel.').first()).toBeVisible()
})

test('search, menu and dialogs work without a pointer', async ({ page }) => {
  await page.goto('/about')
  const banner = page.getByRole('banner')
  const menu = banner.getByRole('button', { name: /menu/i })
  if (await menu.isVisible()) {
    await press(page, menu)
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Home' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
  }
  await press(page, page.getByRole('contentinfo').getByRole('link', { name: 'Inquiries or Feedback' }))
  await expect(page.getByRole('dialog', { name: 'Write to us' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Inquiries or Feedback' })).toBeFocused()
})

test('the outline of what has focus is not cut off by the edge of the window', ALSO_ON_DESKTOP, async ({ page }) => {
  await page.goto('/product/202')
  for (;;) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const element = document.activeElement ?? document.body
      const { bottom } = element.getBoundingClientRect()
      const isLast = document.documentElement.scrollHeight - window.scrollY - window.innerHeight < 1
      return {
        text: element.textContent,
        isDone: element === document.body || isLast,
        room: window.innerHeight - bottom,
      }
    })
    if (focused.isDone) return
    expect(focused.room, focused.text).toBeGreaterThanOrEqual(4)
  }
})
