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

const SALEM = {
  ...{ company: '', address1: '1 Derby St', address2: '', city: 'Salem', state: 'MA', zip: '01970' },
  country: 'US',
}

test("the shop's address is stored in parts, as an order's is, and removed by an undo", async () => {
  const typed = { address1: ' 1 Derby St', city: 'Salem', state: 'Mass.', zip: '1970' }
  const { audit_id } = (await change({ shopAddress: typed }, { shopAddress: null })).json()
  expect((await settings()).shopAddress).toEqual(SALEM)
  await owner.call(adminAudit.undoChange, { id: audit_id })
  expect((await settings()).shopAddress).toBeNull()
})

test("what is wrong in the shop's address is named beside its part", async () => {
  const refused = await change({ shopAddress: { address1: '1 Derby St', city: '', state: 'ME', zip: '01970' } })
  expect([refused.statusCode, refused.json().details]).toEqual([
    400,
    [
      { field: 'wanted.shopAddress.city', message: 'Please enter the city' },
      { field: 'wanted.shopAddress.zip', message: '01970 is a ZIP code in Massachusetts, not Maine' },
    ],
  ])
  expect((await change({ shopAddress: '1 Derby St\nSalem, MA 01970' })).statusCode).toBe(400)
  expect((await settings()).shopAddress).toBeNull()
  // Some ZIP codes cross a border.
  expect((await change({ shopAddress: { ...SALEM, state: 'ME', zip_is_right: true } })).statusCode).toBe(200)
  expect((await settings()).shopAddress).toEqual({ ...SALEM, state: 'ME' })
})

test('the text of an earlier version is used until the parts are entered, and comes back with an undo', async () => {
  const text = 'Derby Wharf, at the gate\nSalem'
  await inTransaction(shop.store.database, (trx) => updateShopSettings(trx, { shopAddress: text }))
  await change({ name: 'Rucksack' })
  expect(await settings()).toMatchObject({ name: 'Rucksack', shopAddress: text })
  const outdated = await change({ shopAddress: SALEM }, { shopAddress: null })
  expect(outdated.json().details).toEqual([{ field: 'shopAddress', message: `It says "${text}" now.` }])
  const { audit_id } = (await change({ shopAddress: SALEM }, { shopAddress: text })).json()
  expect((await settings()).shopAddress).toEqual(SALEM)
  await owner.call(adminAudit.undoChange, { id: audit_id })
  expect((await settings()).shopAddress).toBe(text)
})

test('an admin page of an earlier version, which has the address as a text, is told to reload', async () => {
  for (const postalAddress of ['1 Derby St\nSalem, MA 01970', '']) {
    const refused = await change({ name: 'Rucksack', postalAddress }, { name: config.name, postalAddress: 'Salem' })
    expect([refused.statusCode, refused.json().details]).toEqual([
      400,
      [{ field: 'wanted.postalAddress', message: 'The address is entered in parts now. Please reload this page.' }],
    ])
  }
  expect((await settings()).name).toBe(config.name)
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
  ['notices.0', { notices: ['{mail}'] }, 'may only have {email}, {contact} and {shop} in braces'],
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
