import type { Page } from '@playwright/test'
import { adminContact } from '../../contract/contact/admin.ts'
import { requestPath } from '../../contract/http/call.ts'
import { adminOrders } from '../../contract/orders/admin.ts'
import { visitCalls } from '../../contract/visits/calls.ts'
import type { ShopServer } from '../harness/shop/shop-server.ts'

/**
 * `shows` stands on the screen once it is loaded, whatever other walks have left in the shop; `empty` is said of a list
 * without entries.
 */
export type Screen = {
  name: string
  path: string
  loading: string
  shows: string | RegExp
  empty?: string
  /** How many parts are loaded by themselves. */
  parts?: number
}

const YEAR = new Date().getFullYear()

export const SCREENS: readonly Screen[] = [
  { name: 'today', path: '', loading: 'tasks', shows: /to ship$/, empty: 'All caught up.' },
  {
    name: 'inquiries',
    path: '/inquiries',
    loading: 'inquiries',
    shows: 'Guest Shopper',
    empty: 'No messages to answer.',
  },
  { name: 'inquiry', path: '/inquiries/:id', loading: 'the message', shows: 'The email ends with:' },
  { name: 'orders', path: '/orders', loading: 'orders', shows: /#\s1\d{5}/, empty: 'No orders to ship.' },
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
    empty: 'There’s nothing to pack.',
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
    shows: 'Contact details',
  },
  { name: 'products', path: '/products', loading: 'products', shows: /in stock$/, empty: 'No products yet.' },
  { name: 'product', path: '/products/101', loading: 'the product', shows: 'Price and status' },
  { name: 'preview', path: '/products/101/preview', loading: 'the product', shows: 'Back to editing' },
  { name: 'line-sheet', path: '/products/line-sheet', loading: 'the line sheet', shows: 'What to include' },
  {
    name: 'planned',
    path: '/products/planned',
    loading: 'scheduled changes',
    shows: /^Times are in/,
    empty: 'Nothing is scheduled.',
  },
  { name: 'lines', path: '/lines', loading: 'the lines', shows: /^\d+ products ·/, parts: 2 },
  { name: 'line', path: '/lines/edit?line=Campus', loading: 'the line', shows: 'Where it appears' },
  {
    name: 'order-of-products',
    path: '/products/order',
    loading: 'the product order',
    shows: 'Campus · 101',
    empty: 'No products here.',
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
    empty: 'No views in this period.',
  },
  {
    name: 'wanted',
    path: '/wanted',
    loading: 'what people look for',
    shows: 'Viewed only',
    empty: 'No product requests in this period.',
  },
  {
    name: 'sales',
    path: `/sales?from=${YEAR - 1}-01-01&to=${YEAR}-12-31`,
    loading: 'sales',
    shows: 'What the figures mean',
    empty: 'No sales, charges or refunds in this period.',
  },
  {
    name: 'sales-print',
    path: `/sales/print?from=${YEAR - 1}-01-01&to=${YEAR}-12-31`,
    loading: 'sales',
    shows: 'What the figures mean',
    parts: 2,
  },
  { name: 'payments', path: '/payments', loading: 'payments', shows: 'Disputes' },
  { name: 'discounts', path: '/discounts', loading: 'codes', shows: 'Find a code', empty: 'No codes yet.' },
  { name: 'discount', path: '/discounts/new', loading: 'products and lines', shows: 'The code' },
  { name: 'pages', path: '/pages', loading: 'the pages', shows: 'What shoppers read' },
  { name: 'page', path: '/pages/returns', loading: 'the page', shows: 'Text and pictures' },
  { name: 'mail-texts', path: '/mail-texts', loading: 'emails', shows: 'Accounts' },
  { name: 'mail-text', path: '/mail-texts/welcome', loading: 'the email', shows: 'Placeholders' },
  { name: 'changes', path: '/changes', loading: 'changes', shows: /change \d+$/, empty: 'No changes.' },
  { name: 'settings', path: '/settings', loading: 'settings', shows: 'Name and texts' },
  { name: 'backups', path: '/backups', loading: 'backups', shows: 'Make a backup now', empty: 'No backups yet.' },
  { name: 'account', path: '/account', loading: 'your sessions', shows: 'This device', parts: 2 },
]

const filled = new WeakSet<ShopServer>()

/** Makes what the screens of visits and of an order show, once in a shop. `post` sends JSON with the session of an owner. */
export async function fillScreens(
  post: (path: string, data: unknown) => Promise<void>,
  server: ShopServer,
): Promise<void> {
  if (filled.has(server)) return
  filled.add(server)
  await post(visitCalls.trackVisit.path, { page: '/about' })
  await post(requestPath(adminOrders.noteOnOrder.path, { order_id: '100005' }, {}), { note: 'Rings the bell twice' })
}

/** The address of a screen; that of an inquiry shows the oldest. */
export async function addressOf({ path }: Screen, page: Page): Promise<string> {
  return `/admin${path.includes(':id') ? path.replace(':id', await oldestInquiry(page)) : path}`
}

async function oldestInquiry(page: Page): Promise<string> {
  const { inquiries } = await (await page.request.get(`${adminContact.listInquiries.path}?status=all`)).json()
  return inquiries.at(-1).message_id
}
