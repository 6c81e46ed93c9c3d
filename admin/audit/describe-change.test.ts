import { expect, test } from 'vitest'
import { excerptsOf, fieldChanges, personOf, titleOf } from './describe-change.ts'

const NOTHING_ELSE = { names: {}, before: null, after: null, undoes: null }
const BAGS = { subject: { kind: 'order', id: '100001' } }
const PRODUCT = { kind: 'product', id: '101' }

test.each([
  [{ action: 'settings.updated', subject: { kind: 'settings', id: 'shop' } }, 'Settings changed'],
  [{ action: 'order.shipped', subject: { kind: 'order', id: '100001' } }, 'Order # 100001 shipped'],
  [{ action: 'product.updated', subject: PRODUCT, names: { '101': 'campus_Slim' } }, 'Campus_Slim updated'],
  [{ action: 'product.created', subject: PRODUCT, before: { product_name: 'Tote' } }, 'Tote created'],
  [{ action: 'product.stock_changed', subject: PRODUCT, undoes: 7 }, 'Undone (change 7): Product 101: stock changed'],
  [
    { action: 'inquiry.answered', subject: { kind: 'inquiry', id: 'a1' }, names: { a1: 'Ada Lovelace' } },
    'Inquiry from Ada Lovelace answered',
  ],
  [{ action: 'order.noted', subject: { kind: 'order', id: '100001' } }, 'Order # 100001: note added'],
  [
    { action: 'product.change_planned', subject: PRODUCT, names: { '101': 'Campus Slim' } },
    'Campus Slim: change scheduled',
  ],
  [{ action: 'order.taken', subject: { kind: 'order', id: '100001' } }, 'Order # 100001 entered'],
  [{ action: 'inquiry.marked', subject: { kind: 'inquiry', id: 'a1' } }, 'Inquiry marked'],
  [
    { action: 'mail_text.changed', subject: { kind: 'mail_text', id: 'welcome' }, names: { welcome: 'Welcome' } },
    'Email template “Welcome” changed',
  ],
  [{ action: 'order.shipped', ...BAGS, after: { shipped_by: 'picked_up' } }, 'Order # 100001 picked up'],
  [
    { action: 'order.cancelled', ...BAGS, after: { order_status: 'processing', items: [{}] } },
    'Order # 100001: 1 item cancelled',
  ],
  [
    { action: 'order.cancelled', ...BAGS, after: { order_status: 'cancelled', items: [{}] } },
    'Order # 100001 cancelled',
  ],
  [{ action: 'order.refunded', ...BAGS, after: { refund: { amount_cents: 500 } } }, 'Order # 100001: $5.00 refunded'],
  [
    {
      action: 'order.refunded',
      ...BAGS,
      before: { refund: { amount_cents: 500 } },
      after: { refund: null },
      undoes: 7,
    },
    'Undone (change 7): Order # 100001: $5.00 refunded',
  ],
  [{ action: 'picture.added', subject: { kind: 'picture', id: 'a_b.jpg' } }, 'Picture a_b.jpg added'],
])('%j is called as a person would', (entry, title) => {
  expect(titleOf({ ...NOTHING_ELSE, ...entry })).toBe(title)
})

test('differing fields are listed with readable names', () => {
  const before = { name: 'Old', price_cents: 4950, stock_quantity: 3, tagline: 'Same', sale: false }
  const after = { name: 'New', price_cents: 4500, stock_quantity: 3, tagline: 'Same', sale: true }
  expect(fieldChanges({ before, after, names: {} })).toEqual([
    { label: 'Name', before: 'Old', after: 'New' },
    { label: 'Price', before: '$49.50', after: '$45.00' },
    { label: 'Sale', before: 'No', after: 'Yes' },
  ])
})

test("the shop's address is called the same in entries of an earlier version", () => {
  const [{ label } = {}] = fieldChanges({ before: { postalAddress: '' }, after: { postalAddress: 'Salem' }, names: {} })
  expect(label).toBe('Postal address')
})

test('a description is listed without its tags, and of a long one only what differs', () => {
  const long = `<h3>Inside</h3><ul>${'<li>A pocket for the small things</li>'.repeat(9)}</ul>`
  const before = { description: `${long}<p>Air dry.</p>` }
  const typed = `${long.replaceAll('<li>', '<li><p>').replaceAll('</li>', '</p></li>')}<p>Air dry. Also these.</p>`
  expect(fieldChanges({ before, after: { description: typed }, names: {} })).toEqual([
    {
      label: 'Description',
      before: '… the small things\nAir dry.',
      after: '… the small things\nAir dry. Also these.',
    },
  ])
  const bold = { description: before.description.replace('Air', '<strong>Air</strong>') }
  expect(fieldChanges({ before, after: bold, names: {} })).toEqual([
    { label: 'Description', before: 'The same text', after: 'Formatted differently' },
  ])
})

test('the items of an order are called by their names', () => {
  const item = (id: string, cancellation_status: string | null) => ({ order_item_id: id, cancellation_status })
  const [before, after] = [{ items: [item('1-2', null)] }, { items: [item('1-2', 'cancelled')] }]
  expect(fieldChanges({ before, after, names: { '1-2': 'Campus Slim Backpack' } })).toEqual([
    { label: 'Items › Campus Slim Backpack › Cancellation status', before: 'None', after: 'cancelled' },
  ])
})

test('created and deleted values are described as such', () => {
  expect(fieldChanges({ before: null, after: { tracking_number: '1Z9' }, names: {} })).toEqual([
    { label: 'Tracking number', before: 'None', after: '1Z9' },
  ])
  expect(fieldChanges({ before: 'gone', after: null, names: {} })).toEqual([
    { label: 'Everything', before: 'gone', after: 'None' },
  ])
})

test('rows of a list are matched by name', () => {
  const rates = (millionths: number) => ({ rates: [{ state: 'CA', rate_millionths: millionths }] })
  expect(fieldChanges({ before: rates(88500), after: rates(90000), names: {} })).toEqual([
    { label: 'Rates › CA › Rate', before: '8.85%', after: '9%' },
  ])
})

test('rows of options and of products are called by name, but for names that several have', () => {
  const option = (cost: number) => [
    { delivery_type_id: '1', display_text: 'Ground, 5 days', delivery_cost_cents: cost },
  ]
  expect(fieldChanges({ before: option(495), after: option(500), names: {} })).toEqual([
    { label: 'Ground, 5 days › Delivery cost', before: '$4.95', after: '$5.00' },
  ])
  const stock = (count: number) => ({ stock: { '101': count, '102': count, '103': count } })
  const names = { '101': 'Tote', '102': 'Pouch', '103': 'Pouch' }
  expect(fieldChanges({ before: stock(1), after: stock(2), names }).map(({ label }) => label)).toEqual([
    'Stock › Tote',
    'Stock › 102',
    'Stock › 103',
  ])
})

test('yes and no are words, and ids of the database are left out', () => {
  const before = { answer: null, mail: null, probable_spam: 0 }
  const after = { answer: '3da7', mail: '3226', probable_spam: 1 }
  expect(fieldChanges({ before, after, names: {} })).toEqual([{ label: 'Probable spam', before: 'No', after: 'Yes' }])
})

test.each<[name: string, value: string | number, label: string, shown: string]>([
  ['amount_cents', 500, 'Amount', '$5.00'],
  ['percent', 10, 'Percent', '10%'],
  ['wholesalePercent', 50, 'Wholesale price', '50%'],
  ['shipDays', 1, 'Days until an order ships', '1 day'],
  ['estimated_days', 5, 'Estimated days', '5 days'],
  ['ends_on', '2026-11-30', 'Ends on', 'Nov\u00a030,\u00a02026'],
  ['capture', 'at_shipping', 'When cards are charged', 'at shipping'],
  ['shipped_by', 'own_delivery', 'Shipped by', 'local delivery'],
  ['return_state', 'asked', 'Return state', 'requested'],
  ['wishes', 1, 'Waitlist entries', '1'],
])('%s %j is shown with what it counts', (name, value, label, shown) => {
  const change = { before: null, after: { [name]: value }, names: {} }
  expect(fieldChanges(change)).toEqual([{ label, before: 'None', after: shown }])
})

test('the time of a planned change is that where the shop is', () => {
  const change = { before: { planned: null }, after: { planned: { at: '2026-11-27T06:00' } }, names: {} }
  expect(fieldChanges(change)).toEqual([
    { label: 'Scheduled change › At', before: 'None', after: 'Nov\u00a027,\u00a02026, 6:00\u00a0AM' },
  ])
})

test('the products of a discount code are called by name', () => {
  const change = { before: { product_ids: [] }, after: { product_ids: ['101', '999'] }, names: { '101': 'Tote' } }
  expect(fieldChanges(change)).toEqual([
    { label: 'Products › 1', before: 'None', after: 'Tote' },
    { label: 'Products › 2', before: 'None', after: '999' },
  ])
})

test.each(['shipment_mail', 'cancellation_mail', 'refund_mail', 'taken_mail', 'delay_mail'])(
  '%s, the id of an email, is left out',
  (field) => {
    const [before, after] = [
      { order_status: 'processing', [field]: null },
      { order_status: 'shipped', [field]: '3226' },
    ]
    const labels = fieldChanges({ before, after, names: {} }).map(({ label }) => label)
    expect(labels).toEqual(['Order status'])
  },
)

test('the command line is named as such', () => {
  expect(personOf('command')).toBe('Command line')
  expect(personOf('ada@shop.example')).toBe('ada@shop.example')
})

const words = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `word${from + index}`).join(' ')

test('short texts are shown whole', () => {
  expect(excerptsOf('A bag for school', 'A bag for work')).toEqual(['A bag for school', 'A bag for work'])
})

test.each([
  [
    'in the middle',
    `${words(1, 20)} old ${words(21, 40)}`,
    `${words(1, 20)} new one ${words(21, 40)}`,
    [`… ${words(16, 20)} old ${words(21, 25)} …`, `… ${words(16, 20)} new one ${words(21, 25)} …`],
  ],
  ['at the start', `old ${words(1, 30)}`, `new ${words(1, 30)}`, [`old ${words(1, 5)} …`, `new ${words(1, 5)} …`]],
  ['at the end', words(1, 30), `${words(1, 30)} Also these.`, [`… ${words(26, 30)}`, `… ${words(26, 30)} Also these.`]],
  [
    'by a word that stands twice',
    `${words(1, 30)} so`,
    `${words(1, 30)} so so`,
    [`… ${words(27, 30)} so`, `… ${words(27, 30)} so so`],
  ],
])('of long texts that differ %s the words around that are shown', (_, before, after, excerpts) => {
  expect(excerptsOf(before, after)).toEqual(excerpts)
})

test('rates of ZIP codes are told apart by their first one, also in the same state', () => {
  const rate = (first_zip: string, rate_millionths: number) => {
    return { state: 'TX', first_zip, last_zip: first_zip, rate_millionths }
  }
  const before = [rate('75001', 82_500), rate('79901', 70_000)]
  expect(fieldChanges({ before, after: [rate('75001', 80_000), rate('79901', 70_000)], names: {} })).toEqual([
    { label: 'TX 75001 › Rate', before: '8.25%', after: '8%' },
  ])
})

test('the states with sales tax read as yes and no', () => {
  const after = [{ state: 'WA', collected: 1, delivery_taxed: 0, permit: '601-234' }]
  expect(fieldChanges({ before: [], after, names: {} })).toEqual([
    { label: 'WA › State', before: 'None', after: 'WA' },
    { label: 'WA › Collected', before: 'None', after: 'Yes' },
    { label: 'WA › Delivery taxed', before: 'None', after: 'No' },
    { label: 'WA › Permit', before: 'None', after: '601-234' },
  ])
})

test('a change of very many products lists the names of the changed fields, and no change is called nothing', () => {
  const names = { '101': 'Campus' }
  const before = { '101': { description: '<p>Old text</p>', price_cents: 7900 }, '900': null }
  const after = {
    '101': { digest: 'QmFz', fields: ['description', 'price_cents'] },
    '900': { digest: 'QmFz', fields: null },
  }
  expect(fieldChanges({ names, before, after })).toEqual([
    { label: 'Campus', before: 'Earlier values', after: 'New values: Description, Price' },
    { label: '900', before: 'None', after: 'New' },
  ])
})
