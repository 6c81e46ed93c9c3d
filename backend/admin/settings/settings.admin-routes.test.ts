import { US_STATES } from '@shop/contract/address/us-states'
import { adminAudit } from '@shop/contract/audit/admin'
import { keysOf } from '@shop/contract/http/coercion'
import { adminSettings } from '@shop/contract/settings/admin'
import { adminSalesTax } from '@shop/contract/tax/admin'
import { beforeEach, expect, test } from 'vitest'
import { shop as config } from '../../../shop.config.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { updateShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { fillDiskOfTable } from '../../testing/servers/full-disk.ts'
import { eachTestShop } from '../../testing/test-hooks.ts'

const shop = eachTestShop('sqlite')
let owner: AdminVisitor
beforeEach(async () => {
  owner = await signInAs(shop, 'owner')
})

const settings = async () => (await owner.call(adminSettings.getSettings)).json().settings
const change = (wanted: object, seen: object = {}) => owner.call(adminSettings.changeSettings, { wanted, seen })

test('an owner changes the name, and takes it back', async () => {
  expect(await settings()).toEqual({ ...config, orders: 'paused' })
  const { audit_id } = (await change({ name: 'Rucksack' }, { name: config.name })).json()
  expect((await settings()).name).toBe('Rucksack')
  await owner.call(adminAudit.undoChange, { id: audit_id })
  expect(await settings()).toEqual({ ...config, orders: 'paused' })
})

test("the ZIP code of the shop's address is one of its state; what was stored before stays, and can be read", async () => {
  const address = (zip: string, state = 'MA') => `1 Derby St\nSalem, ${state} ${zip}`
  for (const [zip, message] of [
    ['1970', 'Please write the ZIP code as 01970'],
    ['00212', 'This isn’t a ZIP code in Massachusetts, such as 02108 or 02108-1234 in Massachusetts'],
  ] as const) {
    const refused = await change({ postalAddress: address(zip) })
    expect([refused.statusCode, refused.json().details]).toEqual([400, [{ field: 'wanted.postalAddress', message }]])
    expect((await settings()).postalAddress).toBe('')
  }
  // Some ZIP codes cross a border.
  for (const right of [address('01970'), address('03813', 'ME'), '1 Derby St\nSalem']) {
    expect((await change({ postalAddress: right })).statusCode).toBe(200)
    expect((await settings()).postalAddress).toBe(right)
  }
  await inTransaction(shop.store.database, (trx) => updateShopSettings(trx, { postalAddress: address('1970') }))
  await change({ name: 'Rucksack' })
  expect(await settings()).toMatchObject({ name: 'Rucksack', postalAddress: address('1970') })
})

test('a change is seen by everybody at once', async () => {
  await change({ name: 'Rucksack' }, { name: config.name })
  const { info } = (await shop.app.inject('/api/docs/json')).json()
  expect(info.contact.name).toBe('Rucksack')
})

test('the second of two owners is shown what the first one wrote', async () => {
  await change({ name: 'Rucksack' }, { name: config.name })
  const response = await change({ name: 'Third' }, { name: config.name })
  expect(response.statusCode).toBe(409)
  expect(response.json().message).toBe('Ada has changed this since you opened it. Please look at it again.')
  expect(response.json().details).toEqual([{ field: 'name', message: 'It says "Rucksack" now.' }])
  expect((await settings()).name).toBe('Rucksack')
  await change({ notices: ['Closed', 'Open again in May'], social: [] })
  const lists = await change({ notices: [], social: [] }, { notices: config.notices, social: config.social })
  expect(lists.json().details).toEqual([
    { field: 'social', message: 'It says nothing now.' },
    { field: 'notices', message: 'It says "Closed", "Open again in May" now.' },
  ])
})

test.each([
  ['name', { name: ' ' }, 'must not be empty'],
  ['email', { email: 'hello' }, 'must be one email address such as hello@shop.example'],
  ['url', { url: 'javascript:alert(1)' }, 'must be a web address such as https://shop.example, and nothing after it'],
  ['social.0.url', { social: [{ name: 'X', url: 'nowhere' }] }, 'must be a web address such as https://shop.example'],
  ['notices.0', { notices: ['{mail}'] }, 'may hold no other braces than {email}, {contact} and {shop}'],
])('a wrong %s is named beside its field', async (field, wanted, message) => {
  const response = await change(wanted)
  expect(response.statusCode).toBe(400)
  expect(response.json().details).toEqual([{ field: `wanted.${field}`, message }])
  expect(await settings()).toEqual({ ...config, orders: 'paused' })
})

test('all that is wrong is named at once, each beside its field', async () => {
  const pages = [
    { name: '', url: 'https://social.example' },
    { name: 'X', url: 'nowhere' },
  ]
  const response = await change({ name: '', email: '', url: 'bags', social: pages, tagline: 'Bags.' })
  expect(response.statusCode).toBe(400)
  const empty = 'must not be empty'
  const noAddress = 'must be a web address such as https://shop.example, and nothing after it'
  expect(response.json().details).toEqual([
    { field: 'wanted.name', message: empty },
    { field: 'wanted.url', message: noAddress },
    { field: 'wanted.email', message: empty },
    { field: 'wanted.social.0.name', message: empty },
    { field: 'wanted.social.1.url', message: 'must be a web address such as https://shop.example' },
  ])
  expect(await settings()).toEqual({ ...config, orders: 'paused' })
})

test('a full disk is said in plain words, nothing is changed, and it is used again', async () => {
  shop.expectFailedRequests()
  const makeRoom = await fillDiskOfTable(shop.store.database, 'sqlite', 'shop_settings')
  const response = await change({ name: 'Rucksack' })
  await makeRoom()
  expect([response.statusCode, response.json().message]).toEqual([
    503,
    expect.stringContaining('The disk of the database is full, so nothing was saved.'),
  ])
  expect(await settings()).toEqual({ ...config, orders: 'paused' })
  expect((await change({ name: 'Rucksack' })).statusCode).toBe(200)
})

test('an owner is told what is missing before orders can be opened, and nothing of what is done', async () => {
  const codes = async () => {
    const { missing } = (await owner.call(adminSettings.listMissing)).json()
    return missing.map(({ code }: { code: string }) => code)
  }
  expect(await codes()).toEqual(expect.arrayContaining(['keys_missing', 'tax_undecided']))
  const { states: seen } = (await owner.call(adminSalesTax.getTaxStates)).json()
  const decided = { collected: false, delivery_taxed: false, permit: '' }
  const wanted = keysOf(US_STATES).map((state) => ({ state, ...decided }))
  expect((await owner.call(adminSalesTax.replaceTaxStates, { wanted, seen })).statusCode).toBe(200)
  expect(await codes()).not.toContain('tax_undecided')
  expect(await settings()).toEqual({ ...config, orders: 'paused' })
})

test('a helper neither sees nor changes them', async () => {
  const helper = await signInAs(shop, 'helper')
  expect((await helper.call(adminSettings.getSettings)).statusCode).toBe(403)
  expect((await helper.call(adminSettings.listMissing)).statusCode).toBe(403)
  expect((await helper.call(adminSettings.changeSettings, { wanted: { name: 'X' }, seen: {} })).statusCode).toBe(403)
})
