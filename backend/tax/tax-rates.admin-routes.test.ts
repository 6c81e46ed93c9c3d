import { type AdminTaxTable, adminCheckout } from '@shop/contract/delivery/admin'
import { taxCalls } from '@shop/contract/tax/calls'
import { beforeAll, expect, test } from 'vitest'
import { undoChange } from '../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../modules.ts'
import { type AdminVisitor, signInAs } from '../testing/admin-visitor.ts'
import { sharedTestShop } from '../testing/test-hooks.ts'

const shop = sharedTestShop('sqlite')
let owner: AdminVisitor
beforeAll(async () => {
  owner = await signInAs(shop, 'owner')
})

const taxes = async (): Promise<AdminTaxTable> => (await owner.call(adminCheckout.getTaxRates)).json()
const undo = (id: number) =>
  undoChange({ database: shop.store.database, clock: shop.clock, actor: 'ada', rules: UNDO_RULES }, id)

test('tax rates are edited with source and date as one change that the checkout uses, and undone', async () => {
  const seen = await taxes()
  const percents = { ...seen.percents, NY: 8.8523 }
  const wanted = { ...seen, source: 'The state of New York', published: '2026-11-21', percents }
  const saved = await owner.call(adminCheckout.replaceTaxRates, { wanted, seen })
  expect(saved.statusCode).toBe(200)
  expect(await taxes()).toEqual(wanted)
  expect((await shop.call(taxCalls.getStateTaxRate, { params: { state: 'NY' } })).rate).toBe(0.088523)
  const second = await owner.call(adminCheckout.replaceTaxRates, { wanted: seen, seen })
  expect([second.statusCode, second.json().message]).toEqual([
    409,
    'Ada has changed the tax rates since you opened them. Please look at them again.',
  ])
  await undo(saved.json().audit_id)
  expect(await taxes()).toEqual(seen)
})

test.each([
  ['a negative rate', { percents: { NY: -1 } }, 'rates.NY'],
  ['more than everything', { percents: { NY: 101 } }, 'rates.NY'],
  ['no source', { source: ' ' }, 'source'],
  ['no day', { published: 'yesterday' }, 'published'],
])('tax rates with %s are refused beside the field', async (_, change, field) => {
  const seen = await taxes()
  const percents = { ...seen.percents, ...('percents' in change ? change.percents : {}) }
  const rejected = await owner.call(adminCheckout.replaceTaxRates, { wanted: { ...seen, ...change, percents }, seen })
  expect(rejected.statusCode).toBe(400)
  expect(rejected.json().details).toMatchObject([{ field }])
})
