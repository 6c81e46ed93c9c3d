import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { visitCalls } from '@shop/contract/visits/calls'
import { openExistingStore } from '../backend/platform/database/database.ts'
import { placeOrder } from '../backend/testing/orders/orders.ts'
import { addPayments } from '../backend/testing/payments/payments-to-decide.ts'
import { signInFirstOwner } from '../tests/harness/shop/sign-in-first-owner.ts'

const PHONE_SIZE = { width: 390, height: 620 }
/** A picture illustrates one step: its words need to be read, not its photographs. */
const WEBP_QUALITY = 55

type Picture = { name: string; path: string; show?: (page: Page) => Promise<unknown> }

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const heading = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('heading', { name, level: 2 })
    .first()
    .evaluate((element) => (element.closest('section') ?? element).scrollIntoView())
const dialog = (button: string) => async (page: Page) => {
  await press(page, button)
  await page.getByRole('dialog').waitFor()
}

/** The pictures of the handbook, each named as its page; the shop has its demo data. */
const PICTURES: readonly Picture[] = [
  { name: 'your-day', path: '', show: (page) => page.getByText('to ship').first().waitFor() },
  {
    name: 'ship-an-order',
    path: 'orders/100001',
    show: async (page) => {
      await dialog('Ship')(page)
      await page.getByLabel('Tracking number').fill('1Z999AA10123456784')
      await press(page, 'Preview email')
      await page.getByLabel('Email to the shopper').waitFor()
    },
  },
  { name: 'ship-many-orders', path: 'orders/shipping?due=all' },
  {
    name: 'refund-a-customer',
    path: 'orders/100001',
    show: async (page) => {
      await dialog('Refund')(page)
      await page.getByRole('dialog').getByRole('checkbox').first().check()
    },
  },
  { name: 'cancel-an-order', path: 'orders/100001', show: dialog('Cancel items') },
  { name: 'an-order-is-late', path: 'orders/100001', show: dialog('Send delay notice') },
  {
    name: 'take-an-order-by-phone',
    path: 'orders/new',
    show: async (page) => {
      await page.getByLabel('Add a product').fill('slim')
      await page.getByRole('button', { name: /^Add / }).first().click()
    },
  },
  {
    name: 'sell-at-a-fair',
    path: 'fair',
    show: async (page) => {
      await press(page, 'Set up')
      await page.getByRole('heading', { name: 'Ready to work offline' }).waitFor()
    },
  },
  { name: 'sell-to-shops', path: 'products/line-sheet' },
  { name: 'import-and-export-orders', path: 'orders/import' },
  { name: 'add-a-product', path: 'products/new' },
  {
    name: 'change-a-price',
    path: 'products/101',
    show: async (page) => {
      await page.getByLabel('Price *', { exact: true }).fill('72.50')
      await press(page, /^Save$/)
      await page.locator('.mantine-Notification-root').getByRole('button', { name: 'Undo' }).waitFor()
    },
  },
  {
    name: 'put-something-on-sale',
    path: 'products/101',
    show: async (page) => {
      await page.getByLabel('Sale price', { exact: true }).fill('60')
      await heading('Price and status')(page)
    },
  },
  { name: 'schedule-a-change', path: 'products/101', show: dialog('Schedule a change') },
  { name: 'count-stock', path: 'products/101', show: heading('Stock') },
  { name: 'import-products', path: 'several?what=spreadsheet' },
  { name: 'sort-products', path: 'products/order' },
  { name: 'lines-and-colors', path: 'lines' },
  { name: 'discount-codes', path: 'discounts/new' },
  { name: 'waitlist', path: 'products/waiting' },
  {
    name: 'see-what-people-want',
    path: 'wanted',
    show: async (page) => {
      await askForProducts(page)
      await page.reload()
      await page.getByText('pencil roll').waitFor()
    },
  },
  {
    name: 'answer-a-question',
    path: 'inquiries',
    show: async (page) => {
      await page.getByRole('article').first().getByRole('link').click()
      await page.getByLabel(/^Your answer to/).waitFor()
    },
  },
  {
    name: 'find-a-customer',
    path: 'customers',
    show: async (page) => {
      await page.locator('main a[href*="person"]').first().click()
      await page.getByRole('heading', { name: 'Contact details' }).waitFor()
    },
  },
  {
    name: 'delete-a-customers-data',
    path: 'customers',
    show: async (page) => {
      await page.locator('main a[href*="person"]').first().click()
      await page.getByRole('heading', { name: 'This person’s data' }).waitFor()
      await heading('This person’s data')(page)
    },
  },
  { name: 'an-email-was-not-sent', path: 'mails' },
  {
    name: 'write-the-email-templates',
    path: 'mail-texts',
    show: (page) => page.locator('main a[href*="mail-texts/"]').first().click(),
  },
  { name: 'change-a-page', path: 'pages/home' },
  {
    name: 'change-the-return-policy',
    path: 'pages',
    show: async (page) => {
      await page.getByRole('link', { name: 'Return policy' }).click()
      await page.getByRole('heading', { name: 'Text and pictures' }).waitFor()
    },
  },
  { name: 'open-for-orders', path: 'settings', show: heading('Online orders') },
  { name: 'ship-days-and-delivery', path: 'settings', show: heading('How orders are handled') },
  { name: 'name-and-notices', path: 'settings', show: heading('Name and texts') },
  { name: 'set-up-sales-tax', path: 'settings', show: heading('Where sales tax is collected') },
  { name: 'add-a-helper', path: 'settings', show: heading('Owners and helpers') },
  { name: 'read-the-sales', path: 'sales' },
  { name: 'pay-the-quarters-sales-tax', path: 'sales?by=tax' },
  { name: 'back-up', path: 'backups' },
  { name: 'restore', path: 'backups', show: heading('Restore a backup') },
  { name: 'undo-a-change', path: 'changes' },
  { name: 'when-you-cannot-sign-in', path: 'account', show: heading('App and recovery codes') },
  {
    name: 'start-the-shop',
    path: 'sign-in',
    show: (page) => page.getByRole('heading', { name: 'Sign in' }).waitFor(),
  },
  {
    name: 'a-return-arrives',
    path: 'orders/100005',
    show: async (page) => {
      await dialog('Ship')(page)
      await page.getByLabel('How it ships').selectOption('Picked up')
      await press(page, 'Preview email')
      await press(page, 'Record the pickup and send')
      await page.getByText('It was picked up.').waitFor()
      await askToReturn(page, '100005')
      await page.reload()
      await page.getByRole('heading', { name: 'Returns' }).waitFor()
      await heading('Returns')(page)
    },
  },
]

/** Pictures of what the demo data does not have: see `addMatters`. */
const PICTURES_OF_MATTERS: readonly Picture[] = [
  { name: 'send-a-payment-link', path: 'orders/150001', show: heading('Payment by link') },
  { name: 'a-failed-payment', path: 'payments', show: heading('Failed at the gateway') },
  { name: 'solve-an-unmatched-payment', path: 'payments', show: heading('Charged without an order') },
  {
    name: 'a-disputed-payment',
    path: 'payments/disputes',
    show: async (page) => {
      await page.getByRole('link', { name: /The products didn’t arrive/ }).click()
      await page.getByRole('heading', { name: 'Evidence' }).waitFor()
    },
  },
]

/** Adds an order that is not paid, and payments that a person has to decide. */
async function addMatters(dataDir: string): Promise<void> {
  const store = await openExistingStore({ databaseUrl: null, dataDir })
  await placeOrder(store.database, { order_id: '150001', channel: 'phone', payment: 'unpaid' })
  await store.close()
  await addPayments({ dataDir })
}

/** Presses and a search of shoppers, as their browsers report them. */
async function askForProducts(page: Page): Promise<void> {
  const events = [
    ...Array.from({ length: 5 }, () => ({ kind: 'add', subject: '107' })),
    ...Array.from({ length: 3 }, () => ({ kind: 'add', subject: '203' })),
    ...Array.from({ length: 2 }, () => ({ kind: 'search', subject: 'pencil roll' })),
  ]
  const answer = await page.request.post(visitCalls.trackDemand.path, { data: { events } })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** Asks to return what the guest of the demo data ordered. */
async function askToReturn(page: Page, orderId: string): Promise<void> {
  const person = { firstName: 'Guest', lastName: 'Shopper', email: 'guest@packwright.example' }
  const query = new URLSearchParams({ orderId, ...person })
  const { returnable } = await (await page.request.get(`/api/orderReturns?${query}`)).json()
  const data = { orderId, ...person, items: returnable, reason: 'Defective/Damaged', details: 'A seam is open.' }
  const answer = await page.request.post('/api/returnOrder', { data })
  if (!answer.ok()) throw new Error(await answer.text())
}

/** Makes the pictures of the handbook in a folder, from the screens on a phone. */
export async function pictureHandbook(
  browser: Browser,
  { inviteLink, dataDir }: { inviteLink: string; dataDir: string },
  folder: string,
): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const { origin: baseURL } = new URL(inviteLink)
  const context = await browser.newContext({ baseURL, viewport: PHONE_SIZE, isMobile: true, hasTouch: true })
  await signInFirstOwner(context.request, inviteLink)
  for (const picture of PICTURES) await take(context, picture, folder)
  await addMatters(dataDir)
  for (const picture of PICTURES_OF_MATTERS) await take(context, picture, folder)
  await context.close()
}

async function take(context: BrowserContext, { name, path, show }: Picture, folder: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`/admin/${path}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await show?.(page)
  await expect(page.locator('.mantine-Loader-root')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const picture = await page.screenshot({ type: 'jpeg', quality: WEBP_QUALITY, animations: 'disabled' })
  await writeFile(join(folder, `${name}.jpg`), picture)
  await page.close()
}
