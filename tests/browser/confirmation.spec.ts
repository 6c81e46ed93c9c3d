import type { Page } from '@playwright/test'
import { expect, ONCE, test } from './fixtures.ts'

const ORDER = {
  orderId: '100017',
  orderDate: '2026-11-21',
  deliveryInfo: {
    firstName: 'Ada',
    lastName: 'Shopper',
    email: 'ada@packwright.example',
    address1: '12 MAIN ST',
    address2: 'APT 4',
    city: 'ALBANY',
    state: 'NY',
    zipCode: '12207',
  },
  items: [
    {
      product_id: '101',
      product_name: 'Campus Slim Backpack, Blue',
      image_url: 'campus-slim-blue-front.jpg',
      quantity: 2,
      price: 79,
    },
    { product_id: '301', product_name: 'Zip Pouch', quantity: 1, price: '14.00' },
  ],
  delivery: { cost: 14.85, discount: 14.85 },
  taxAmount: 14.69,
  totalWithDeliveryAndTax: 186.69,
  estimatedDeliveryDate: '2026-11-27',
}

async function openWith(page: Page, stored: string | null): Promise<void> {
  await page.addInitScript((text) => {
    if (text !== null) localStorage.setItem('latestOrder', text)
  }, stored)
  await page.goto('/order-summary')
}

test('the stored order is shown with every field and sum', async ({ page }) => {
  await openWith(page, JSON.stringify(ORDER))
  const main = page.getByRole('main')
  for (const text of [
    '100017',
    '11/21/2026',
    'Ada Shopper',
    '12 MAIN ST',
    'APT 4',
    'ALBANY',
    'NY',
    '12207',
    'Quantity: 2',
    '$158.00',
    '$14.00',
    '$14.85',
    '-$14.85',
    '$14.69',
    '$186.69',
    '11/27/2026',
    'A confirmation e-mail was sent to ada@packwright.example.',
  ]) {
    await expect(main.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(main.getByRole('img', { name: 'Campus Slim Backpack, Blue' })).toBeVisible()
  await main.getByRole('link', { name: 'Continue Shopping' }).click()
  await expect(page).toHaveURL('/shop')
})

test('the order number can be copied', ONCE, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openWith(page, JSON.stringify(ORDER))
  await page.getByRole('button', { name: 'Copy order number' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('100017')
})

test('what the order lacks has its fallback', ONCE, async ({ page }) => {
  await openWith(page, '{}')
  const main = page.getByRole('main')
  await expect(main.getByText('No name provided')).toBeVisible()
  await expect(main.getByText('No address provided')).toBeVisible()
  await expect(main.getByText('A confirmation e-mail was sent.')).toBeVisible()
  // Number, two dates, e-mail, city, state, ZIP, items, delivery, discount, tax and total.
  await expect(main.getByText('N/A', { exact: true })).toHaveCount(12)
})

test('words that no line can hold push nothing off the screen', async ({ page }) => {
  const long = 'x'.repeat(80)
  await openWith(
    page,
    JSON.stringify({
      ...ORDER,
      orderId: long,
      deliveryInfo: { ...ORDER.deliveryInfo, firstName: long, email: `${long}@packwright.example`, city: long },
      items: [{ ...ORDER.items[0], product_name: long }],
    }),
  )
  await expect(page.getByText('$186.69')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
})

test('without an order there is a calm way on, and no word of an e-mail', ONCE, async ({ page }) => {
  await openWith(page, null)
  await expect(page.getByRole('heading', { level: 1, name: 'There is no recent order in this browser' })).toBeVisible()
  await expect(page.getByText('confirmation e-mail')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Orders & Returns' }).click()
  await expect(page).toHaveURL('/orderAndReturn')
})

test('a stored order that cannot be read leads to /error, and Back does not loop', ONCE, async ({ page }) => {
  // Others: storefront/orders/latest-order.test.ts.
  for (const stored of ['{', '[]']) {
    await test.step(JSON.stringify(stored), async () => {
      await page.goto('/shop')
      await page.evaluate((text) => localStorage.setItem('latestOrder', text), stored)
      await page.goto('/order-summary')
      await expect(page).toHaveURL('/error')
      await expect(page.getByRole('main').getByRole('link', { name: 'Continue Shopping' })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL('/shop')
    })
  }
})

test('a printed confirmation is the receipt alone', ONCE, async ({ page }) => {
  await openWith(page, JSON.stringify(ORDER))
  await expect(page.getByText('$186.69')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('$186.69')).toBeVisible()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeHidden()
})
