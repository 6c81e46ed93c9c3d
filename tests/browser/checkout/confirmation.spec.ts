import type { Page } from '@playwright/test'
import { expect, ONCE, test } from '../fixtures.ts'
import { seedStorage } from '../visit-storage.ts'

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

async function openWith(page: Page, stored: string): Promise<void> {
  await seedStorage(page, { latestOrder: stored })
  await page.goto('/order-summary')
}

/** Stores another order as another tab would, which the open page follows; `null` stores none. */
async function store(page: Page, stored: string | null): Promise<void> {
  await page.evaluate((text) => {
    if (text === null) localStorage.removeItem('latestOrder')
    else localStorage.setItem('latestOrder', text)
    window.dispatchEvent(new StorageEvent('storage', { key: 'latestOrder' }))
  }, stored)
}

test('the stored order is shown with every field and sum', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
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
    'A confirmation email was sent to ada@packwright.example.',
  ]) {
    await expect(main.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(main.getByRole('img', { name: 'Campus Slim Backpack, Blue' })).toBeVisible()

  await test.step('the order number can be copied', async () => {
    await page.getByRole('button', { name: 'Copy order number' }).click()
    await expect(page.getByText('Copied', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('100017')
  })

  await test.step('words that no line can hold push nothing off the screen', async () => {
    const long = 'x'.repeat(80)
    const deliveryInfo = { ...ORDER.deliveryInfo, firstName: long, email: `${long}@packwright.example`, city: long }
    const items = [{ ...ORDER.items[0], product_name: long }]
    await store(page, JSON.stringify({ ...ORDER, orderId: long, deliveryInfo, items }))
    await expect(main.getByText(`${long} Shopper`)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  })

  await main.getByRole('link', { name: 'Continue Shopping' }).click()
  await expect(page).toHaveURL('/shop')
})

test(
  'a confirmation is printed as only the receipt, and has a fallback for what is missing',
  ONCE,
  async ({ page }) => {
    await page.goto('/error')
    await page.evaluate((text) => localStorage.setItem('latestOrder', text), JSON.stringify(ORDER))
    await page.goto('/order-summary')
    const main = page.getByRole('main')

    await test.step('a printed confirmation is only the receipt', async () => {
      await expect(page.getByText('$186.69')).toBeVisible()
      await page.emulateMedia({ media: 'print' })
      await expect(page.getByText('$186.69')).toBeVisible()
      await expect(page.getByRole('banner')).toBeHidden()
      await expect(page.getByRole('contentinfo')).toBeHidden()
      await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeHidden()
      await page.emulateMedia({ media: null })
    })

    await test.step('what the order lacks has its fallback', async () => {
      await store(page, '{}')
      await expect(main.getByText('No name provided')).toBeVisible()
      await expect(main.getByText('No address provided')).toBeVisible()
      await expect(main.getByText('A confirmation email was sent.')).toBeVisible()
      // Number, two dates, e-mail, city, state, ZIP, items, delivery, discount, tax and total.
      await expect(main.getByText('N/A', { exact: true })).toHaveCount(12)
    })

    await test.step('without an order there is a calm way on, and no word of an email', async () => {
      await store(page, null)
      await expect(
        page.getByRole('heading', { level: 1, name: 'There’s no recent order in this browser' }),
      ).toBeVisible()
      await expect(page.getByText('confirmation email')).toHaveCount(0)
      await main.getByRole('link', { name: 'Orders & Returns' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible()
    })

    // Others: storefront/orders/receipt/latest-order.test.ts.
    await test.step('a stored order that cannot be read leads to /error, and Back does not loop', async () => {
      await page.evaluate(() => localStorage.setItem('latestOrder', '{'))
      await page.goto('/order-summary')
      await expect(page).toHaveURL('/error')
      await expect(main.getByRole('link', { name: 'Continue Shopping' })).toBeVisible()
      await page.goBack()
      await expect(page).toHaveURL('/orderAndReturn')
    })
  },
)
