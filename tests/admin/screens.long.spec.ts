import type { Page, Route } from '@playwright/test'
import { adminContact } from '../../contract/admin/contact.ts'
import { adminOrders } from '../../contract/admin/orders.ts'
import { adminSession } from '../../contract/admin/session.ts'
import { requestPath } from '../../contract/call.ts'
import { visitCalls } from '../../contract/visits.ts'
import { expect, test } from './fixtures.ts'
import { expectGoodScreen } from './good-screen.ts'

/**
 * `shows` stands on the screen once it is loaded, whatever other walks have left in the shop; `empty` is said of a list
 * without entries.
 */
type Screen = {
  name: string
  path: string
  loading: string
  shows: string | RegExp
  empty?: string
  /** How many parts are loaded by themselves. */
  parts?: number
}

const YEAR = new Date().getFullYear()

const SCREENS: readonly Screen[] = [
  { name: 'today', path: '', loading: 'what waits', shows: /to ship$/, empty: 'All caught up.' },
  {
    name: 'inquiries',
    path: '/inquiries',
    loading: 'inquiries',
    shows: 'Guest Shopper',
    empty: 'No messages to answer.',
  },
  { name: 'inquiry', path: '/inquiries/:id', loading: 'the message', shows: 'The email ends with:' },
  { name: 'orders', path: '/orders', loading: 'orders', shows: '# 100001', empty: 'No orders to ship.' },
  { name: 'order', path: '/orders/100005', loading: 'the order', shows: 'What happened' },
  { name: 'slip', path: '/orders/100005/slip', loading: 'the order', shows: /^Ordered/ },
  {
    name: 'shipping',
    path: '/orders/shipping?due=all',
    loading: 'orders to ship',
    shows: '# 100005',
    empty: 'No orders to ship.',
  },
  {
    name: 'slips',
    path: '/orders/slips?due=all',
    loading: 'the packing slips',
    shows: 'Packing slip # 100005',
    empty: 'There is nothing to pack.',
  },
  {
    name: 'customers',
    path: '/customers',
    loading: 'customers',
    shows: 'Guest Shopper',
    empty: 'There are no customers yet.',
  },
  {
    name: 'customer',
    path: '/customers/person?email=guest%40packwright.example',
    loading: 'the customer',
    shows: 'Who it is',
  },
  { name: 'products', path: '/products', loading: 'products', shows: /in stock$/, empty: 'There are no products yet.' },
  { name: 'product', path: '/products/101', loading: 'the product', shows: 'Price and status' },
  { name: 'preview', path: '/products/101/preview', loading: 'the product', shows: 'Back to editing' },
  { name: 'line-sheet', path: '/products/line-sheet', loading: 'the line sheet', shows: 'What to include' },
  {
    name: 'planned',
    path: '/products/planned',
    loading: 'scheduled changes',
    shows: /^Times are those of/,
    empty: 'Nothing is scheduled.',
  },
  { name: 'lines', path: '/lines', loading: 'the lines', shows: /^\d+ products ·/, parts: 2 },
  { name: 'line', path: '/lines/edit?line=Campus', loading: 'the line', shows: 'Where it is shown' },
  {
    name: 'order-of-products',
    path: '/products/order',
    loading: 'the order of products',
    shows: 'Campus · 101',
    empty: 'There are no products here.',
  },
  {
    name: 'waiting',
    path: '/products/waiting',
    loading: 'the waitlist',
    shows: 'Delete someone’s address',
    empty: 'The waitlist is empty.',
  },
  {
    name: 'mails',
    path: '/mails',
    loading: 'emails',
    shows: /^The email server /,
    empty: 'Every email has been sent.',
  },
  {
    name: 'visits',
    path: '/visits',
    loading: 'visits',
    shows: 'By day',
    empty: 'No page was viewed in these days.',
  },
  {
    name: 'wanted',
    path: '/wanted',
    loading: 'what people look for',
    shows: 'Viewed and not asked for',
    empty: 'No product was asked for in these days.',
  },
  {
    name: 'sales',
    path: `/sales?from=${YEAR - 1}-01-01&to=${YEAR}-12-31`,
    loading: 'sales',
    shows: 'What the figures mean',
    empty: 'Nothing was sold, charged or refunded in these days.',
  },
  {
    name: 'sales-print',
    path: `/sales/print?from=${YEAR - 1}-01-01&to=${YEAR}-12-31`,
    loading: 'sales',
    shows: 'What the figures mean',
    parts: 2,
  },
  { name: 'payments', path: '/payments', loading: 'payments', shows: 'Disputes' },
  { name: 'discounts', path: '/discounts', loading: 'codes', shows: 'Find a code', empty: 'There are no codes yet.' },
  { name: 'discount', path: '/discounts/new', loading: 'what there is to discount', shows: 'The code' },
  { name: 'pages', path: '/pages', loading: 'the pages', shows: 'What shoppers read' },
  { name: 'page', path: '/pages/returns', loading: 'the page', shows: 'Words and pictures' },
  { name: 'mail-texts', path: '/mail-texts', loading: 'emails', shows: 'Accounts' },
  { name: 'mail-text', path: '/mail-texts/welcome', loading: 'the email', shows: 'Placeholders' },
  { name: 'changes', path: '/changes', loading: 'changes', shows: /change \d+$/, empty: 'No changes.' },
  { name: 'settings', path: '/settings', loading: 'settings', shows: 'Name and texts' },
  { name: 'backups', path: '/backups', loading: 'backups', shows: 'Make a backup now', empty: 'There is none yet.' },
  { name: 'account', path: '/account', loading: 'your sessions', shows: 'This one', parts: 2 },
]

test.beforeEach(async ({ post }) => {
  await post(visitCalls.trackVisit.path, { page: '/about' })
  await post(requestPath(adminOrders.noteOnOrder.path, { order_id: '100005' }, {}), { note: 'Rings the bell twice' })
})

for (const { name, path, loading, shows, empty, parts = 1 } of SCREENS) {
  test(`the screen ${name} is complete while it loads, when that fails, and afterwards`, async ({ page }) => {
    const calls = await interceptCalls(page)
    await page.goto(`/admin${path.replace(':id', await oldestInquiry(page))}`)
    await expect(page.getByText(`Loading ${loading}`).first()).toBeAttached()
    await expectGoodScreen(page, `${name}-loading`)

    await calls.respond(fail)
    const retry = page.getByRole('button', { name: 'Try again' })
    await expect(retry).toHaveCount(parts)
    await expectGoodScreen(page, `${name}-failed`)

    await calls.respond(empty === undefined ? pass : withoutEntries)
    for (let left = parts; left > 0; left -= 1) {
      await retry.first().click()
      await expect(retry).toHaveCount(left - 1)
    }
    if (empty !== undefined) {
      await expect(page.getByText(empty)).toBeVisible()
      await expectGoodScreen(page, `${name}-empty`)
      await calls.respond(pass)
      await page.reload()
    }
    await expect(page.getByText(shows).first()).toBeVisible()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await expectGoodScreen(page, `${name}-full`)
  })
}

test('while the shop cannot be reached the admin says so, and opens once it can be', async ({ page }) => {
  let respond: Respond = fail
  await page.route(`**${adminSession.getSession.path}`, (route) => respond(route))
  await page.goto('/admin')
  await expect(page.getByText('The shop did not answer as expected (503).')).toBeVisible()
  await expectGoodScreen(page, 'not-opened')
  respond = pass
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
})

type Respond = (route: Route) => Promise<void>

/** Holds the calls of the screens until it is decided how they, and all later ones, are responded to. */
async function interceptCalls(page: Page): Promise<{ respond: (how: Respond) => Promise<void> }> {
  const held: Route[] = []
  let respond: Respond = async (route) => void held.push(route)
  await page.route('**/api/admin/**', (route) =>
    new URL(route.request().url()).pathname === adminSession.getSession.path ? route.continue() : respond(route),
  )
  return {
    respond: async (how) => {
      respond = how
      await Promise.all(held.splice(0).map(how))
    },
  }
}

const pass: Respond = (route) => route.continue()

const fail: Respond = (route) => route.fulfill({ status: 503, body: 'The shop is away' })

/** The response of a shop in which nothing has happened yet. */
async function withoutEntries(route: Route): Promise<void> {
  const response = await route.fetch()
  const json = JSON.parse(await response.text(), (key, value) => {
    if (Array.isArray(value)) return []
    if (key === 'next' || key.endsWith('_at')) return null
    return typeof value === 'number' ? 0 : value
  })
  await route.fulfill({ response, json })
}

async function oldestInquiry(page: Page): Promise<string> {
  const { inquiries } = await (await page.request.get(`${adminContact.listInquiries.path}?status=all`)).json()
  return inquiries.at(-1).message_id
}
