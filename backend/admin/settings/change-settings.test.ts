import { expect, test } from 'vitest'
import { shop as config } from '../../../shop.config.ts'
import { UNDO_RULES } from '../../modules.ts'
import { readCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { inTransaction } from '../../platform/database/database.ts'
import {
  areOrdersOpen,
  getShopSettings,
  loadFirstSettings,
  updateShopSettings,
} from '../../platform/settings/shop-settings.repository.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'
import { openSecondNode } from '../../testing/test-shop.ts'
import { findAuditEntry, listAudit, writeAudit } from '../audit/audit.repository.ts'
import { readUndoState, undoChange } from '../audit/undo-change.ts'
import { changeSettings } from './change-settings.ts'

const shop = eachTestShop('sqlite')

let missing: { code: string; text: string; remedy: string }[] = []
const context = () => ({
  database: shop.store.database,
  clock: shop.clock,
  actor: 'command',
  findOpeningProblems: async () => missing,
})
const change = (wanted: Record<string, unknown>, seen = {}) => changeSettings(context(), wanted, seen)
const undo = (id: number | null) => undoChange({ ...context(), rules: UNDO_RULES }, id ?? 0)
const settings = () => getShopSettings(shop.store.database)
const present = { ...config, orders: 'paused' }

test('the first start reads shop.config.ts, later ones do not', async () => {
  expect(await settings()).toEqual(present)
  await change({ name: 'Rucksack' })
  await loadFirstSettings(shop.store.database)
  expect((await settings()).name).toBe('Rucksack')
})

test('only the origin is used of an address that an older version stored with a path and a query', async () => {
  const value = JSON.stringify('https://own.example/bags?a="b"')
  await shop.store.database.updateTable('shop_settings').set({ value }).where('key', '=', 'url').execute()
  expect((await settings()).url).toBe('https://own.example')
})

test('a change writes an audit entry, invalidates cached pages, and can be undone', async () => {
  const version = await readCatalogVersion(shop.store.database)
  const { audit_id } = await change({ name: 'Rucksack', notices: ['Closed.'] })
  expect(await readCatalogVersion(shop.store.database)).toBe(version + 1)
  expect(await listAudit(shop.store.database, {}, 9)).toMatchObject([
    {
      id: audit_id,
      action: 'settings.updated',
      before: { name: config.name, notices: config.notices },
      after: { name: 'Rucksack', notices: ['Closed.'] },
    },
  ])
  await undo(audit_id)
  expect(await settings()).toEqual(present)
  expect(await readCatalogVersion(shop.store.database)).toBe(version + 2)
})

const SALEM = '1 Derby St\nSalem, MA 01970'
const PARTS = {
  company: '',
  address1: '1 Derby St',
  address2: '',
  city: 'Salem',
  state: 'MA',
  zip: '01970',
  country: 'US',
}

test.each([
  [SALEM, PARTS, '', null],
  [SALEM, PARTS, 'Derby Wharf', 'Derby Wharf'],
  ['Derby Wharf', 'Derby Wharf', SALEM, PARTS],
])('a change of the address from before it had parts is undone: %j', async (text, stored, before, expected) => {
  const { database } = shop.store
  const audit_id = await inTransaction(database, async (trx) => {
    await updateShopSettings(trx, { shopAddress: stored })
    const [subject, at] = [{ kind: 'settings', id: 'shop' }, shop.clock()] as const
    const entry = { at, actor: 'ada', action: 'settings.updated', subject }
    return writeAudit(trx, { ...entry, before: { postalAddress: before }, after: { postalAddress: text } })
  })
  await undo(audit_id)
  expect((await settings()).shopAddress).toEqual(expected)
})

test('a change of the address from before it had parts is not undone once the address is another one', async () => {
  const { database } = shop.store
  const audit_id = await inTransaction(database, async (trx) => {
    await updateShopSettings(trx, { shopAddress: { ...PARTS, address1: '2 Derby St' } })
    const [subject, at] = [{ kind: 'settings', id: 'shop' }, shop.clock()] as const
    const entry = { at, actor: 'ada', action: 'settings.updated', subject }
    return writeAudit(trx, { ...entry, before: { postalAddress: '' }, after: { postalAddress: SALEM } })
  })
  await expect(undo(audit_id)).rejects.toMatchObject({ code: 'conflict' })
})

test('a later change of another setting does not prevent an undo', async () => {
  const { audit_id } = await change({ name: 'Rucksack' })
  await change({ tagline: 'Bags.' })
  await undo(audit_id)
  expect(await settings()).toMatchObject({ name: config.name, tagline: 'Bags.' })
})

test('an unchanged value changes nothing', async () => {
  const version = await readCatalogVersion(shop.store.database)
  expect(await change({ name: config.name })).toEqual({ changes: [], audit_id: null })
  expect(await listAudit(shop.store.database, {}, 9)).toEqual([])
  expect(await readCatalogVersion(shop.store.database)).toBe(version + 1)
})

test('a change of an outdated value is rejected with the current value', async () => {
  await change({ name: 'Rucksack' })
  await expect(change({ name: 'Third' }, { name: config.name })).rejects.toMatchObject({
    code: 'conflict',
    details: [{ field: 'name', message: 'It says "Rucksack" now.' }],
  })
  expect((await settings()).name).toBe('Rucksack')
})

test.each([
  ['an empty name', { name: ' ' }, 'name must not be empty.'],
  ['a setting there is not', { nam: 'x' }, 'There is no setting nam; there are name, tagline,'],
  ['an email that is none', { email: 'hello' }, 'email must be one email address'],
  ['a third state of orders', { orders: 'closed' }, 'orders must be paused or open.'],
  [
    'a script as address',
    { social: [{ name: 'X', url: 'javascript:x' }] },
    'social, entry 1, url must be a web address',
  ],
  ['an unknown word in braces', { notices: ['{mail}'] }, 'notices, entry 1, may only have {email}'],
  ['a very long text', { tagline: 'x'.repeat(301) }, 'tagline must not be longer than 300 characters.'],
  ['a number', { name: 7 }, 'name must be text.'],
])('%s is rejected with a sentence, and changes nothing', async (_what, wanted, sentence) => {
  await expect(change({ tagline: 'Bags.', ...wanted })).rejects.toThrow(sentence)
  expect(await settings()).toEqual(present)
})

test('orders are opened when nothing is missing, and an undo pauses them again', async () => {
  missing = []
  const version = await readCatalogVersion(shop.store.database)
  const { audit_id } = await change({ orders: 'open' }, { orders: 'paused' })
  expect(await areOrdersOpen(shop.store.database)).toBe(true)
  expect(await readCatalogVersion(shop.store.database)).toBe(version + 1)
  await undo(audit_id)
  expect(await areOrdersOpen(shop.store.database)).toBe(false)
})

test('orders are not opened while something is missing: all of it is named, with its remedy', async () => {
  missing = [
    { code: 'delivery_missing', text: 'There is no delivery option.', remedy: 'Add one.' },
    { code: 'mail_not_set', text: 'There is no email server.', remedy: 'Set SMTP_URL.' },
  ]
  await expect(change({ orders: 'open', tagline: 'Bags.' })).rejects.toMatchObject({
    code: 'conflict',
    message:
      'Orders cannot be opened yet. There is no delivery option. Add one. There is no email server. Set SMTP_URL.',
    details: [
      { field: 'orders.0', message: 'There is no delivery option. Add one.' },
      { field: 'orders.1', message: 'There is no email server. Set SMTP_URL.' },
    ],
  })
  expect(await settings()).toEqual(present)
  expect((await change({ orders: 'paused' })).audit_id).toBeNull()
})

test('pausing orders is not undone, since opening them is checked', async () => {
  missing = []
  await change({ orders: 'open' })
  const { audit_id } = await change({ orders: 'paused' })
  const rule = UNDO_RULES['settings.updated']
  const entry = await findAuditEntry(shop.store.database, audit_id ?? 0)
  expect(rule && entry && (await readUndoState(shop.store.database, rule, entry, { isOwner: true }))).toBe('never')
  await expect(undo(audit_id)).rejects.toThrow('Open orders under Settings, which checks whether anything is missing.')
  expect(await areOrdersOpen(shop.store.database)).toBe(false)
})

test("the API document and error pages of every node show the shop's current name", async () => {
  const node = await openSecondNode(shop)
  const titleOf = async () => (await node.inject('/api/docs/json')).json().info.title
  expect(await titleOf()).toBe(`${config.name}: calls of the shop`)
  await change({ name: 'Rucksack', supportEmail: 'help@rucksack.example' })
  await expect.poll(titleOf).toBe('Rucksack: calls of the shop')
  const page = await node.inject({ url: '/%zz', headers: { accept: 'text/html' } })
  expect(page.body).toContain('Rucksack')
  expect(page.body).toContain('help@rucksack.example')
  await node.close()
})

test('emails are signed with the current name and address', async () => {
  await change({ name: 'Rucksack', supportEmail: 'help@rucksack.example', email: 'us@rucksack.example' })
  await shop.app.inject({
    method: 'POST',
    url: '/api/api/contactUs',
    payload: {
      firstName: 'Ada',
      lastName: 'L',
      email: 'ada@shop.example',
      reason: 'General Inquiry',
      reference: '',
      message: 'Hello',
    },
  })
  expect(await shop.store.database.selectFrom('outbox').select(['recipient', 'text']).execute()).toMatchObject([
    { recipient: 'us@rucksack.example', text: expect.stringContaining('Rucksack\nhelp@rucksack.example') },
  ])
})
