import { type AdminDeliveryOption, type AdminTaxTable, adminCheckout } from '@shop/contract/delivery/admin'
import { deliveryCalls } from '@shop/contract/delivery/calls'
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

const options = async (): Promise<AdminDeliveryOption[]> =>
  (await owner.call(adminCheckout.getDeliveryOptions)).json().options
const taxes = async (): Promise<AdminTaxTable> => (await owner.call(adminCheckout.getTaxRates)).json()
const atCheckout = async () => (await shop.call(deliveryCalls.listDeliveryOptions, {})).map(({ key }) => key)
const undo = (id: number) =>
  undoChange({ database: shop.store.database, clock: shop.clock, actor: 'ada', rules: UNDO_RULES }, id)

test('options are edited, added, ordered and removed as one change that the checkout shows, and undone', async () => {
  const seen = await options()
  const added = {
    ...seen[0],
    delivery_type_id: 'boat',
    display_text: 'Slow boat',
    delivery_cost_cents: 110,
    estimated_days: 30,
  }
  const wanted = [added, ...seen.slice(1).toReversed()]
  const saved = await owner.call(adminCheckout.replaceDeliveryOptions, { wanted, seen })
  expect(saved.statusCode).toBe(200)
  expect(await options()).toEqual(wanted)
  expect(await atCheckout()).toEqual(wanted.map(({ delivery_type_id }) => delivery_type_id))
  const entry = await shop.store.database
    .selectFrom('audit_log')
    .select(['actor', 'action'])
    .where('id', '=', saved.json().audit_id)
    .executeTakeFirst()
  expect(entry).toEqual({ actor: 'owner@shop.example', action: 'delivery_options.replaced' })
  await undo(saved.json().audit_id)
  expect(await options()).toEqual(seen)
})

test('the second of two people who edit the options is told who was first, and nothing is overwritten', async () => {
  const seen = await options()
  const theirs = seen.map((option) => ({ ...option, delivery_cost_cents: option.delivery_cost_cents + 100 }))
  const first = await owner.call(adminCheckout.replaceDeliveryOptions, { wanted: theirs, seen })
  const second = await owner.call(adminCheckout.replaceDeliveryOptions, { wanted: [], seen })
  expect([second.statusCode, second.json().message]).toEqual([
    409,
    'Ada has changed the delivery options since you opened them. Please look at them again.',
  ])
  expect(await options()).toEqual(theirs)
  await undo(first.json().audit_id)
})

test.each([
  ['a negative cost', { delivery_cost_cents: -1 }, 'delivery_cost_cents'],
  ['half a cent', { delivery_cost_cents: 495.5 }, 'delivery_cost_cents'],
  ['half a day', { estimated_days: 1.5 }, 'estimated_days'],
  ['no text', { display_text: ' ' }, 'display_text'],
  ['an id with spaces', { delivery_type_id: 'a b' }, 'delivery_type_id'],
])('an option with %s is refused beside its field', async (_, change, field) => {
  const seen = await options()
  const wanted = seen.map((option, index) => (index === 1 ? { ...option, ...change } : option))
  const rejected = await owner.call(adminCheckout.replaceDeliveryOptions, { wanted, seen })
  expect(rejected.statusCode).toBe(400)
  expect(rejected.json().details).toMatchObject([{ field: `1.${field}` }])
  expect(await options()).toEqual(seen)
})

test('a helper has no access to them', async () => {
  const helper = await signInAs(shop, 'helper')
  const calls = [
    helper.call(adminCheckout.getDeliveryOptions),
    helper.call(adminCheckout.getTaxRates),
    helper.call(adminCheckout.replaceDeliveryOptions, { wanted: [], seen: [] }),
    helper.call(adminCheckout.replaceTaxRates, { wanted: await taxes(), seen: await taxes() }),
  ]
  expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
})
