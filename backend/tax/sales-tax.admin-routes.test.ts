import { adminAudit } from '@shop/contract/audit/admin'
import {
  type AdminTaxState,
  type AdminZipRate,
  adminSalesTax,
  MAX_ZIP_FILE_LENGTH,
  type StateSales,
  type ZipPreview,
} from '@shop/contract/tax/admin'
import { taxCalls } from '@shop/contract/tax/calls'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildOrder } from '../orders/build-order.ts'
import { insertOrders } from '../orders/orders.repository.ts'
import { inTransaction } from '../platform/database/database.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { sharedTestShop } from '../testing/test-hooks.ts'

const shop = sharedTestShop('sqlite')
let owner: AdminVisitor
beforeAll(async () => {
  owner = await signInAs(shop, 'owner')
})
beforeEach(async () => {
  await shop.store.database.deleteFrom('tax_states').execute()
  await shop.store.database.deleteFrom('zip_tax_rates').execute()
})

const WASHINGTON: AdminTaxState = { state: 'WA', collected: true, delivery_taxed: true, permit: '601-234' }
const OREGON: AdminTaxState = { state: 'OR', collected: false, delivery_taxed: false, permit: '' }

const read = async () =>
  (await owner.call(adminSalesTax.getTaxStates)).json<{ states: AdminTaxState[]; sales: StateSales[] }>()
const decide = (wanted: readonly unknown[], seen: readonly AdminTaxState[] = []) =>
  owner.call(adminSalesTax.replaceTaxStates, { wanted, seen })
const undo = (id: number) => owner.call(adminAudit.undoChange, { id })

test('an owner says where sales tax is collected, as one change that is undone', async () => {
  const saved = await decide([WASHINGTON, { ...OREGON, delivery_taxed: true, permit: 'left from before' }])
  expect(saved.statusCode).toBe(200)
  // Where it is not collected, the rest says nothing.
  expect((await read()).states).toEqual([OREGON, WASHINGTON])
  expect((await undo(saved.json().audit_id)).statusCode).toBe(200)
  expect((await read()).states).toEqual([])
})

test('the second of two people who decide is told who was first, and nothing is overwritten', async () => {
  await decide([WASHINGTON])
  const second = await decide([OREGON])
  expect([second.statusCode, second.json().message]).toEqual([
    409,
    'Ada has changed the states in which sales tax is collected since you opened them. Please look at them again.',
  ])
  expect((await read()).states).toEqual([WASHINGTON])
  expect((await decide([OREGON], [WASHINGTON])).statusCode).toBe(200)
})

test.each([
  ['a state that is none', [{ ...OREGON, state: 'PR' }], 'wanted.0.state'],
  ['a state twice', [OREGON, { ...OREGON, collected: true }], 'wanted'],
  ['a permit of 101 characters', [{ ...WASHINGTON, permit: 'x'.repeat(101) }], 'wanted.0.permit'],
  ['a permit with a control character', [{ ...WASHINGTON, permit: '601\u0007234' }], 'wanted.0.permit'],
])('%s is refused, and nothing changes', async (_, wanted, field) => {
  const refused = await decide(wanted)
  expect(refused.statusCode).toBe(400)
  expect(refused.json().details).toMatchObject([{ field }])
  expect((await read()).states).toEqual([])
})

test('sales stand beside each state, and a state without collection near the usual sum is marked', async () => {
  const item = { product_id: '101', product_name: 'Campus', price_cents: 8_000_000, quantity: 1, image_file: null }
  const who = { first_name: 'Ada', last_name: 'Byron', email: 'ada@mail.example' }
  const order = { order_date: localDay(shop.clock()), ...who, items: [item] }
  const orders = ['WA', 'OR'].map((state, index) => buildOrder({ ...order, state, order_id: String(700_001 + index) }))
  await inTransaction(shop.store.database, (trx) => insertOrders(trx, orders))
  await decide([WASHINGTON])
  expect((await read()).sales).toEqual([
    { state: 'OR', cents: 8_000_000, is_near: true },
    { state: 'WA', cents: 8_000_000, is_near: false },
  ])
})

const HEADER = 'state,from,to,percent'
const fileOf = (...rows: string[]) => [HEADER, ...rows].join('\n')
const preview = async (text: string) => owner.call(adminSalesTax.previewZipRates, { text })
const rates = async () => (await owner.call(adminSalesTax.listZipRates)).json<{ rates: AdminZipRate[] }>().rates
const replace = (text: string | null, seen: readonly AdminZipRate[] = [], unusual_rates = false) =>
  owner.call(adminSalesTax.replaceZipRates, { text, seen, unusual_rates })
const TWO = fileOf('TX,79901,,7', 'TX,75001,75099,8.25')

test('rates of ZIP codes are previewed, imported, replaced in one step, removed, and each is undone', async () => {
  expect((await preview(TWO)).json<ZipPreview>()).toEqual({
    states: [{ state: 'TX', count: 2 }],
    unusual: [],
    unusual_count: 0,
    problems: [],
    problem_count: 0,
  })
  expect(await rates()).toEqual([])
  expect((await replace(TWO)).statusCode).toBe(200)
  const first = await rates()
  expect(first).toEqual([
    { state: 'TX', from: '75001', to: '75099', percent: 8.25 },
    { state: 'TX', from: '79901', to: '79901', percent: 7 },
  ])
  const second = await replace(fileOf('CA,90001,90899,9.5'), first)
  expect(await rates()).toEqual([{ state: 'CA', from: '90001', to: '90899', percent: 9.5 }])
  await undo(second.json().audit_id)
  expect(await rates()).toEqual(first)
  const removed = await replace(null, first)
  expect(await rates()).toEqual([])
  await undo(removed.json().audit_id)
  expect(await rates()).toEqual(first)
})

test('a file that was previewed before somebody else changed the rates replaces nothing', async () => {
  await replace(TWO)
  const late = await replace(fileOf('CA,90001,90899,9.5'))
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    'Ada has changed the rates of ZIP codes since you opened them. Please look at them again.',
  ])
  expect(await rates()).toHaveLength(2)
})

test.each([82.5, 0.1035])(
  'an unusual rate is named in the preview, and imported only where it is said to be meant: %d',
  async (percent) => {
    const text = fileOf(`TX,75001,,${percent}`, 'TX,79901,,7')
    const unusual = { state: 'TX', from: '75001', to: '75001', percent }
    expect((await preview(text)).json()).toMatchObject({ unusual: [unusual], unusual_count: 1, problem_count: 0 })
    const present = await rates()
    const asked = await replace(text, present)
    expect([asked.statusCode, asked.json().message]).toEqual([
      409,
      `TX 75001: ${percent}% is unusual, most rates are 1% to 15%. Please confirm that’s what you want.`,
    ])
    expect((await replace(text, present, true)).statusCode).toBe(200)
  },
)

test.each([
  ['MA,97201,,6.25', 'MA 97201: 97201 is a ZIP code in Oregon, not Massachusetts'],
  ['MA,02101,97201,6.25', 'MA 02101: 97201 is a ZIP code in Oregon, not Massachusetts'],
])(
  'a ZIP code of another state is named in the preview, and imported only where it is meant: %s',
  async (row, doubt) => {
    const text = fileOf(row, 'TX,79901,,7', 'CT,06390,,6.35')
    const found = (await preview(text)).json<ZipPreview>()
    expect([found.unusual.map(({ state }) => state), found.unusual_count, found.problem_count]).toEqual([['MA'], 1, 0])
    const present = await rates()
    const asked = await replace(text, present)
    expect([asked.statusCode, asked.json().message]).toEqual([409, `${doubt}. Please confirm that’s what you want.`])
    expect((await replace(text, present, true)).statusCode).toBe(200)
    const stored = await rates()
    expect((await replace(fileOf(row, 'TX,79901,,7.5'), stored)).statusCode).toBe(200)
  },
)

test('with a problem in any row nothing is imported, and the preview names the first fifty', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => `TX,${75_001 + index},,-1`)
  const found = (await preview(fileOf(...rows))).json<ZipPreview>()
  expect([found.problem_count, found.problems.length, found.states]).toEqual([60, 50, []])
  expect(found.problems[0]).toEqual({ row: 2, message: '"-1" is not a percentage such as 8.25' })
  const refused = await replace(fileOf('TX,75001,,8', ...rows))
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Row 3 "-1" is not a percentage such as 8.25. Nothing was changed.',
  ])
  expect(await rates()).toEqual([])
})

test.each([
  ['no text', '', 400, 'This file is empty'],
  ['more than fits a table', `${HEADER}\n${'x'.repeat(MAX_ZIP_FILE_LENGTH)}`, 400, 'This file is too large'],
  ['10 MB', 'x'.repeat(10_000_000), 413, ''],
])('a file of %s is refused', async (_, text, status, message) => {
  for (const response of [await preview(text), await replace(text)]) {
    expect(response.statusCode).toBe(status)
    expect(response.body).toContain(message)
  }
})

test('while orders are paused the checkout shows the rate of the state as before, whatever is decided', async () => {
  const rateOf = () => shop.call(taxCalls.getStateTaxRate, { params: { state: 'WA' } })
  const before = await rateOf()
  await decide([{ ...WASHINGTON, collected: false }])
  await replace(fileOf('WA,98001,98999,1'))
  expect(await rateOf()).toEqual(before)
  expect(before.rate).toBeGreaterThan(0)
})

test('a helper has no access to them', async () => {
  const helper = await signInAs(shop, 'helper')
  const calls = [
    helper.call(adminSalesTax.getTaxStates),
    helper.call(adminSalesTax.replaceTaxStates, { wanted: [], seen: [] }),
    helper.call(adminSalesTax.listZipRates),
    helper.call(adminSalesTax.previewZipRates, { text: TWO }),
    helper.call(adminSalesTax.replaceZipRates, { text: TWO, seen: [] }),
  ]
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403])
})
