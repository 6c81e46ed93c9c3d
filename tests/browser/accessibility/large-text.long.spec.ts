import type { Page } from '@playwright/test'
import { accountCalls } from '@shop/contract/accounts/calls'
import { contactCalls } from '@shop/contract/contact/calls'
import { orderCalls } from '@shop/contract/orders/calls'
import { DEMO, LoginPage } from '../accounts/login-page.ts'
import { ADDRESSES, PRODUCT, UNKNOWN_ADDRESS } from '../addresses.ts'
import { ContactDialog } from '../contact/contact-dialog.ts'
import { expect, test } from '../fixtures.ts'
import { GUEST, OrdersPage } from '../orders/orders-page.ts'
import { Quiz } from '../quiz/quiz.ts'
import { seedStorage } from '../visit-storage.ts'
import { LargeText } from './large-text.ts'
import { addTextSpacing, brokenMarkup, outside, smallTargets } from './reach.ts'

const popup = (page: Page) => page.locator('[data-popup]')

test.describe('with text of twice its size, and on 320 pixels,', () => {
  // The browser's size of text stays with its tab.
  test.use({ tab: 'new' })

  test('every page fits, also with any text spacing, and has targets of 44 pixels (R57)', async ({
    page,
    cart,
    allow,
  }) => {
    allow(/404/, 'one address is of no page')
    const text = await LargeText.of(page)
    await seedStorage(page, { cart: JSON.stringify({ items: [{ ...PRODUCT, quantity: 1 }] }) })
    for (const address of [...ADDRESSES, UNKNOWN_ADDRESS, `/compare?ids=101,102,103`, `/tell-me?product=202`]) {
      await page.goto(address)
      await cart.expectBadge(1)
      expect(await smallTargets(page), `small targets on ${address}`).toEqual([])
      expect(await brokenMarkup(page), `broken markup on ${address}`).toEqual([])
      await text.expectFits(address)
      // The width on which WCAG 1.4.10 (Reflow) allows no scrolling sideways.
      await page.setViewportSize({ width: 320, height: 740 })
      await page.waitForFunction(() => document.documentElement.clientWidth === 320)
      await addTextSpacing(page)
      expect(await outside(page), `outside the screen on ${address}`).toEqual([])
      await page.setViewportSize({ width: 360, height: 740 })
    }
  })

  test('the list and its parts fit (R57)', async ({ page, shop }) => {
    const text = await LargeText.of(page)
    await shop.open('?view=list')
    await expect(shop.cards()).not.toHaveCount(0)
    await text.expectFits('list view')
    await shop.open('?min=90&max=20')
    await text.expectFits('filters that are wrong')
    await shop.open('?min=9999')
    await text.expectFits('nothing found')
    await shop.open('?q=backpacs')
    await text.expectFits('nearest found')
  })

  test('the parts of the header fit (R57)', async ({ page }) => {
    const text = await LargeText.of(page)
    await page.goto('/error')
    await page.getByRole('button', { name: 'Open search' }).click()
    await page.getByRole('banner').getByRole('combobox').fill('backpacks for school')
    await text.expectFits('search')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
    await text.expectFits('menu')
    await page.goto('/error')
    await page.getByLabel('Show all notices').check()
    await text.expectFits('notices')
  })

  test('a product and its parts fit (R57)', async ({ page, product }) => {
    const text = await LargeText.of(page)
    await product.open(PRODUCT.product_id)
    await product.zoomIn(1)
    await text.expectFits('zoomed product')
    await product.addButton().click()
    // It stays while it has the focus.
    await popup(page).getByRole('button', { name: 'Close' }).focus()
    await text.expectFits('added to cart')
    await popup(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Full screen', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await text.expectFits('full screen')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    // Closing goes back in the history, which restores the position.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, 1500))
      await expect(product.bar()).toBeVisible({ timeout: 1000 })
    }).toPass()
    await text.expectFits('bar to add')
  })

  test('the bar of a sold-out product fits (R57)', async ({ page, product }) => {
    const text = await LargeText.of(page)
    await product.open('202')
    await page.getByRole('heading', { name: 'About this product' }).evaluate((heading) => heading.scrollIntoView())
    await expect(page.getByRole('region', { name: 'Tell me when it’s back' })).toBeVisible()
    await text.expectFits('bar to be told')
  })

  test('the cart fits (R57)', async ({ page, cart }) => {
    const text = await LargeText.of(page)
    await cart.open()
    await cart.expectEmpty()
    await text.expectFits('empty cart')
    const more = ['102', '103', '104'].map((product_id) => ({ ...PRODUCT, product_id, quantity: 2 }))
    await cart.openWith([{ ...PRODUCT, quantity: 10 }, ...more])
    await text.expectFits('cart')
  })

  test('the checkout and its messages fit (R57)', async ({ page, checkout }) => {
    const text = await LargeText.of(page)
    await checkout.open()
    await checkout.reachCard()
    await expect(page.getByText('These card fields are for testing')).toBeVisible()
    await checkout.expandSummary()
    await text.expectFits('checkout')
    await checkout.payNow()
    await expect(checkout.popup()).toBeVisible()
    await text.expectFits('Pay Now')
    await checkout.popup().getByRole('button', { name: 'Okay' }).click()
    await checkout.expectError('City', 'Please enter a city')
    await text.expectFits('checkout with errors')
    await checkout.fillAddress()
    await checkout.expectSum('Subtotal', '$158.00')
    await text.expectFits('filled checkout')
    const item = { ...PRODUCT, quantity: 2, item_id: 1, image_url: null }
    await page.evaluate((order) => localStorage.setItem('latestOrder', JSON.stringify(order)), {
      orderId: '100123',
      email: 'guest@packwright.example',
      firstName: 'Guest',
      lastName: 'Shopper',
      items: [item],
    })
    await page.goto('/order-summary')
    await text.expectFits('order summary')
  })

  test('orders and their forms fit (R57)', async ({ page, allow }) => {
    allow(/40[0-9]|50[0-9]/, 'refused on purpose')
    const text = await LargeText.of(page)
    const orders = new OrdersPage(page)
    await orders.open()
    await orders.find({ ...GUEST, lastName: 'Nobody' })
    await orders.expectMissing()
    await text.expectFits('order not found')
    // Other tests cancel items of the order.
    await page.route(`**${orderCalls.findOrder.path}?**`, async (route) => {
      const response = await route.fetch()
      const rows: object[] = await response.json()
      const open = { cancellation_status: null, refund_status: null, order_status: 'processing' }
      const ended = { cancellation_status: 'cancelled', refund_status: 'refunded' }
      const [first, ...others] = rows.map((row) => ({ ...row, ...open }))
      const json = [{ ...first, ...ended, cancellation_reason: 'Ordered Incorrect Item' }, ...others]
      await route.fulfill({ response, json })
    })
    await orders.find(GUEST)
    await orders.expectFound(GUEST.orderId)
    expect(await smallTargets(page)).toEqual([])
    expect(await brokenMarkup(page)).toEqual([])
    await text.expectFits('order found')
    await orders.items().locator('input:enabled').first().check()
    await orders.cancelButton().click()
    await expect(orders.cancelForm()).toBeVisible()
    await text.expectFits('cancel form')
  })

  test('the quiz fits (R57)', async ({ page }) => {
    const text = await LargeText.of(page)
    const quiz = new Quiz(page)
    await quiz.open()
    for (const answer of ['School', 'Just what I need', 'Classic']) {
      await text.expectFits(`quiz before ${answer}`)
      await quiz.choose(answer)
    }
    await quiz.choose('Surprise me')
    await quiz.expectMatch(PRODUCT.product_name)
    await text.expectFits('quiz result')
  })

  test('the dialogs of contact and returns fit (R57)', async ({ page }) => {
    const text = await LargeText.of(page)
    const contact = new ContactDialog(page)
    await contact.open()
    await text.expectFits('contact')
    await contact.send()
    await expect(contact.field('First name')).toHaveAttribute('aria-invalid', 'true')
    await text.expectFits('contact with errors')
    await page.route(`**${contactCalls.contactUs.path}`, (route) => route.fulfill({ json: { success: true } }))
    await contact.fill()
    await contact.send()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await text.expectFits('contact sent')
    await page.goto('/error?dialog=returns')
    await expect(page.getByRole('dialog')).toBeVisible()
    await text.expectFits('return policy')
  })

  test('a sign-in that is refused fits (R57)', async ({ page, allow }) => {
    allow(/401/, 'refused on purpose')
    const text = await LargeText.of(page)
    const login = new LoginPage(page)
    await page.route(`**${accountCalls.signIn.path}`, (route) => route.fulfill({ status: 401, json: {} }))
    await login.open()
    await login.signIn(DEMO)
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await text.expectFits('sign-in refused')
  })
})
