import { type AdminTaxTable, adminCheckout } from '@shop/contract/delivery/admin'
import { type AdminZipRate, adminSalesTax } from '@shop/contract/tax/admin'
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
const rates = async () => (await owner.call(adminSalesTax.listZipRates)).json<{ rates: AdminZipRate[] }>().rates
const fileOf = (row: string) => `state,from,to,percent\n${row}`
const replace = (text: string, seen: readonly AdminZipRate[], unusual_rates = false) =>
  owner.call(adminSalesTax.replaceZipRates, { text, seen, unusual_rates })
const undo = (id: number) =>
  undoChange({ database: shop.store.database, clock: shop.clock, actor: 'ada', rules: UNDO_RULES }, id)

test('an unusual rate is saved only where it is said to be meant', async () => {
  const seen = await taxes()
  const wanted = { ...seen, percents: { ...seen.percents, OH: 82 } }
  const rejected = await owner.call(adminCheckout.replaceTaxRates, { wanted, seen })
  expect([rejected.statusCode, rejected.json().message]).toEqual([
    409,
    'OH: 82% is unusual, most rates are 1% to 15%. Please confirm that’s what you want.',
  ])
  expect(await taxes()).toEqual(seen)
  const saved = await owner.call(adminCheckout.replaceTaxRates, { wanted, seen, unusual_rates: true })
  expect((await taxes()).percents.OH).toBe(82)
  await undo(saved.json().audit_id)
  expect(await taxes()).toEqual(seen)
})

test('a stored rate that is stretched to a ZIP code of another state is asked about, and one that was meant is not again', async () => {
  const stretched = fileOf('MA,02101,97201,6.25')
  expect((await replace(fileOf('MA,02101,,6.25'), await rates())).statusCode).toBe(200)
  expect((await replace(stretched, await rates())).statusCode).toBe(409)
  expect((await replace(stretched, await rates(), true)).statusCode).toBe(200)
  expect((await replace(fileOf('MA,02101,97201,6.5'), await rates())).statusCode).toBe(200)
})
