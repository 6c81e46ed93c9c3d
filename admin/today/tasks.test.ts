import { expect, test } from 'vitest'
import { describeMissing, tasksOf } from './tasks.ts'

const NOW = Date.parse('2026-11-22T12:00:00.000Z')
const NOTHING = {
  tasks: [],
  inquiries: { waiting: 0, oldest_at: null },
  orders: { to_ship: 0, overdue: 0, to_pay_back: 0, returns: 0 },
  unanswered: [],
  mails: { failed: 0, waiting: 0 },
  goods: { sold_out: 0, low: 0 },
  planned: [],
  payments: null,
  backup: null,
  findings: [],
}
const titles = (today: Partial<typeof NOTHING> & object) =>
  tasksOf({ ...NOTHING, ...today }, NOW).map(({ title }) => title)

const broughtTask = (urgency: 'now' | 'soon' | 'later') => ({
  ...{ title: `Brought ${urgency}`, detail: 'A module says so.', urgency },
  action: { label: 'See it', to: '/elsewhere' },
})

test('a quiet day has no tasks', () => {
  expect(titles({})).toEqual([])
})

test('the most urgent comes first', () => {
  const today = {
    ...NOTHING,
    inquiries: { waiting: 2, oldest_at: '2026-11-20T20:00:00.000Z' },
    orders: { to_ship: 1, overdue: 1, to_pay_back: 0, returns: 0 },
    tasks: [broughtTask('now'), broughtTask('soon'), broughtTask('later')],
    goods: { sold_out: 1, low: 2 },
  }
  expect(tasksOf(today, NOW).map(({ title, color }) => `${color}: ${title}`)).toEqual([
    'brick: Brought now',
    'amber: Brought soon',
    'amber: 2 inquiries to answer',
    'amber: 1 order should have shipped',
    'moss: Brought later',
    'moss: 1 order to ship',
    'moss: 1 product sold out',
    'moss: 2 products almost sold out',
  ])
})

test('counts end where they cost too much', () => {
  expect(tasksOf({ ...NOTHING, orders: { to_ship: 99, overdue: 0, to_pay_back: 0, returns: 0 } }, NOW)[0]?.title).toBe(
    '99 or more orders to ship',
  )
})

test.each([
  ['mail_not_set', 'Set SMTP_URL and restart the shop.'],
  ['backup_not_set', 'Set BACKUP_DIR to a folder on another disk and restart the shop.'],
  ['backup_folder', 'The folder for backups cannot be found: /mnt/backups.'],
  ['keys_refused', "Compare the four BRAINTREE settings with the keys in Braintree's control panel."],
  ['payments_not_compared', 'Check the BRAINTREE settings if it does not pass: BRAINTREE_ENVIRONMENT.'],
  ['disk_full', 'Delete what is not needed on the disk of DATA_DIR, or move to a larger one.'],
])('what the operator has to do about %s stands below plain words', (code, remedy) => {
  const finding = { code, severity: 'error' as const, text: 'Something is wrong.', remedy }
  expect(tasksOf({ ...NOTHING, findings: [finding] }, NOW)).toMatchObject([
    { detail: expect.not.stringMatching(/[A-Z]_[A-Z]|\//), technical: remedy },
  ])
})

test('a task that a module brings has its words and its button', () => {
  expect(tasksOf({ ...NOTHING, tasks: [broughtTask('now')] }, NOW)).toEqual([
    {
      ...{ title: 'Brought now', detail: 'A module says so.', technical: null, color: 'brick' },
      action: { label: 'See it', to: '/elsewhere' },
    },
  ])
})

test('findings of the doctor come with their remedies', () => {
  const finding = { code: 'other', severity: 'error' as const, text: 'The roof leaks.', remedy: 'Fix it.' }
  expect(tasksOf({ ...NOTHING, findings: [finding] }, NOW)).toEqual([
    { title: 'The roof leaks', detail: 'Fix it.', technical: null, color: 'brick', action: null },
  ])
})

test.each([
  ['sold_out', '/products?stock=out'],
  ['backup_not_set', '/backups'],
  ['backup_folder', '/backups'],
  ['pages_missing', '/visits'],
])('what is found as %s leads to the screen that mends it', (code, to) => {
  const finding = { code, severity: 'warning' as const, text: 'Something is wrong.', remedy: 'Fix it.' }
  expect(tasksOf({ ...NOTHING, findings: [finding] }, NOW)[0]?.action?.to).toBe(to)
})

test('products that are sold out, and those that nearly are, each lead to their list', () => {
  const links = (goods: { sold_out: number; low: number }) =>
    tasksOf({ ...NOTHING, goods }, NOW).map(({ title, action }) => `${title}: ${action?.to}`)
  expect(links({ sold_out: 1, low: 2 })).toEqual([
    '1 product sold out: /products?stock=out&status=published',
    '2 products almost sold out: /products?stock=low&status=published',
  ])
  expect(links({ sold_out: 0, low: 1 })).toEqual(['1 product almost sold out: /products?stock=low&status=published'])
})

test.each([
  [{ succeeded_at: '2026-11-22T03:00:00.000Z', failed_at: null }, []],
  [{ succeeded_at: '2026-11-20T03:00:00.000Z', failed_at: null }, ['No backup last night']],
  [{ succeeded_at: null, failed_at: null }, ['No backup last night']],
  [
    { succeeded_at: '2026-11-22T03:00:00.000Z', failed_at: '2026-11-22T04:00:00.000Z' },
    ['The last nightly backup failed'],
  ],
])('a backup of %j', (backup, expected) => {
  expect(tasksOf({ ...NOTHING, backup }, NOW).map(({ title }) => title)).toEqual(expected)
})

test('a missing folder of the backups is one task, whenever the last one was made', () => {
  const finding = { code: 'backup_folder', severity: 'error' as const, text: 'No folder.', remedy: 'Connect it.' }
  const backup = { succeeded_at: null, failed_at: '2026-11-22T04:00:00.000Z' }
  expect(tasksOf({ ...NOTHING, backup, findings: [finding] }, NOW).map(({ title }) => title)).toEqual(['No folder'])
})

test('open tasks about card payments lead to the page that resolves them', () => {
  const payments = {
    unmatched: 1,
    failed: 2,
    held: { soon: 1, now: 2 },
    checking: 1,
    disputes: { open: 1, reply_by: '2026-12-04' },
    alarm_until: '2026-11-22T12:20:00.000Z',
  }
  const tasks = tasksOf({ ...NOTHING, payments }, NOW)
  expect(tasks.map(({ title, color, action }) => `${color}: ${title}: ${action?.to}`)).toEqual([
    'brick: Many cards are being declined: /payments',
    'brick: 1 disputed payment to answer: /payments/disputes',
    'brick: 1 charge without an order: /payments',
    'brick: 2 requests to the gateway failed: /payments',
    'brick: 2 orders to ship before the reservation expires: /payments',
    'amber: 1 payment reserved for several days: /payments',
    'amber: 1 payment being checked: /payments',
  ])
  expect(tasks[1]?.detail).toContain('Dec')
})

test.each([
  ['sales_tax_near', 'View states'],
  ['tax_undecided', 'Decide'],
])('the finding %s leads to where sales tax is collected', (code, label) => {
  const finding = { code, severity: 'warning', text: 'Something about tax.', remedy: 'Ask.' } as const
  const actions = tasksOf({ ...NOTHING, findings: [finding] }, NOW).map(({ action }) => action)
  expect(actions).toContainEqual({ label, to: '/settings#sales-tax' })
})

test('a delayed order that no one agreed to wait for is to be cancelled and refunded', () => {
  const unanswered = [{ order_id: '200123', answer_by: '2026-11-20', pay_back_by: '2026-12-01' }]
  expect(tasksOf({ ...NOTHING, unanswered }, NOW)).toMatchObject([
    {
      title: 'Order # 200123: cancel and refund within 7 business days',
      detail: expect.stringMatching(/by Nov.20.*by Dec.1/),
      action: { to: '/orders/200123' },
    },
  ])
})

test('a planned change says when it comes, and one that was not or will not be made why', () => {
  const planned = [
    { product_name: 'Campus Slim', at: '2026-11-27T11:00:00.000Z', local: '2026-11-27T06:00', problem: null },
    {
      product_name: 'Camera Cube',
      at: '2026-11-28T11:00:00.000Z',
      local: '2026-11-28T06:00',
      problem: 'The product is gone.',
    },
    {
      product_name: 'Zip Pouch',
      at: '2026-11-21T11:00:00.000Z',
      local: '2026-11-21T06:00',
      problem: 'The product is gone.',
    },
  ]
  const tasks = tasksOf({ ...NOTHING, planned }, NOW)
  expect(tasks).toMatchObject([
    { title: 'Camera Cube will not be changed as scheduled', detail: 'The product is gone.', color: 'amber' },
    { title: 'Zip Pouch was not changed as scheduled', detail: 'The product is gone.', color: 'amber' },
    {
      title: 'Campus Slim is scheduled to change',
      detail: 'Scheduled for Nov\u00a027,\u00a02026, 6:00\u00a0AM.',
      color: 'moss',
      action: { to: '/products/planned' },
    },
  ])
})

test.each([
  [0, 'Nothing’s missing: you can open them.'],
  [1, 'One thing is still needed before you can open them.'],
  [3, '3 things are still needed before you can open them.'],
])('an owner reads of paused orders how much is missing: %i', (number, text) => {
  expect(describeMissing(number)).toBe(text)
})
