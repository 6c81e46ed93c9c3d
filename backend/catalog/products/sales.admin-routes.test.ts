import { adminCatalog } from '@shop/contract/catalog/admin'
import { catalogCalls } from '@shop/contract/catalog/calls'
import { adminSeveralProducts, type SaleChange } from '@shop/contract/catalog/several-products'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

const TWENTY_LESS = { reduction: { by: 'percent', percent: 20 }, from: null, until: null }

let shop: TestShop
let ada: AdminVisitor
let undoIds: number[] = []
beforeAll(async () => {
  shop = await openTestShop('sqlite')
  ada = await signInAs(shop, 'helper')
})
afterEach(async () => {
  for (const id of undoIds.toReversed()) await undo(id)
  undoIds = []
})
afterAll(() => shop.close())

const undo = (id: number) =>
  undoChange({ database: shop.store.database, clock: shop.clock, actor: 'ada', rules: UNDO_RULES }, id)
const preview = async (body: object): Promise<SaleChange[]> =>
  (await ada.call(adminSeveralProducts.previewSale, body)).json().changes
const start = async (sale: object | null, rows: readonly SaleChange[], rest: object = {}) => {
  const products = rows.map(({ product_id, version }) => ({ product_id, version }))
  return ada.call(adminSeveralProducts.changeSale, { sale, products, ...rest })
}
const priceOf = async (product_id: string) => {
  const { price_cents, regular_price_cents } = await shop.call(catalogCalls.getProduct, { params: { product_id } })
  return [price_cents, regular_price_cents]
}

test('a sale is shown for each product first, made for those that are chosen, and undone as one', async () => {
  const rows = await preview({ sale: TWENTY_LESS, line: 'Nomad' })
  expect(rows.length).toBeGreaterThan(2)
  expect((await preview({ sale: TWENTY_LESS })).length).toBeGreaterThan(rows.length)
  for (const { price_cents, before, after } of rows) {
    expect([before, after?.price_cents]).toEqual([null, Math.round(price_cents * 0.8)])
  }
  const [left, ...chosen] = rows
  const response = await start(TWENTY_LESS, chosen)
  expect(response.statusCode).toBe(200)
  const [first] = chosen
  const price = first?.price_cents ?? 0
  expect(await priceOf(first?.product_id ?? '')).toEqual([Math.round(price * 0.8), price])
  expect((await priceOf(left?.product_id ?? ''))[1]).toBeNull()
  await undo(response.json().audit_id)
  await expect.poll(() => priceOf(first?.product_id ?? '')).toEqual([price, null])
})

test('a sale by dollars leaves out what would cost nothing, and is refused for it', async () => {
  const sale = { ...TWENTY_LESS, reduction: { by: 'amount', amount_cents: 6000 } }
  const rows = await preview({ sale })
  const [problem] = rows.filter((row) => row.problem !== null)
  const inSale = rows.filter((row) => row.problem === null)
  expect(inSale.length).toBeGreaterThan(2)
  for (const { price_cents, after } of inSale) expect(after?.price_cents).toBe(price_cents - 6000)
  expect(problem).toMatchObject({ after: null, problem: expect.stringContaining('too little for this sale') })
  const rejected = await start(sale, problem === undefined ? [] : [problem])
  expect([rejected.statusCode, rejected.json().message]).toEqual([
    409,
    expect.stringContaining('cannot be in the sale'),
  ])
})

test('a sale instead of another one shows both, and its undo brings the other one back', async () => {
  const [row] = await preview({ sale: TWENTY_LESS, search: '107' })
  undoIds.push((await start(TWENTY_LESS, row === undefined ? [] : [row])).json().audit_id)
  const half = { reduction: { by: 'percent', percent: 30 }, from: '2026-11-27', until: '2026-11-30' }
  const [both] = await preview({ sale: half, search: '107' })
  expect([both?.before?.price_cents, both?.after]).toEqual([
    row?.after?.price_cents,
    { price_cents: Math.round((row?.price_cents ?? 0) * 0.7), from: '2026-11-27', until: '2026-11-30' },
  ])
  const second = (await start(half, both === undefined ? [] : [both])).json().audit_id
  expect((await preview({ sale: null, search: '107' }))[0]?.before?.until).toBe('2026-11-30')
  await undo(second)
  const back = async () => (await priceOf('107'))[0]
  await expect.poll(back).toBe(row?.after?.price_cents)
})

test('a sale is ended by hand for those that have one, which is undone as well', async () => {
  const rows = await preview({ sale: TWENTY_LESS, line: 'Hybrid' })
  undoIds.push((await start(TWENTY_LESS, rows)).json().audit_id)
  const on = await preview({ sale: null })
  expect(on.map(({ product_id }) => product_id)).toEqual(rows.map(({ product_id }) => product_id))
  const ended = (await start(null, on)).json().audit_id
  expect(await preview({ sale: null })).toEqual([])
  await undo(ended)
  expect((await preview({ sale: null })).length).toBe(rows.length)
})

test('a sale is rejected if somebody has changed a product since, or if prices fall by more than half without a confirmation', async () => {
  const rows = await preview({ sale: TWENTY_LESS, search: '101' })
  const [row] = rows
  const path = adminCatalog.updateProduct.path.replace(':product_id', '101') as `/${string}`
  await ada.call({ method: 'POST', path }, { version: row?.version, changes: { size: 'Slim, 14 L' } })
  expect((await start(TWENTY_LESS, rows)).statusCode).toBe(409)
  const deep = { ...TWENTY_LESS, reduction: { by: 'percent', percent: 60 } }
  const large = await preview({ sale: deep, search: '101' })
  expect([large[0]?.large, (await start(deep, large)).statusCode]).toEqual([true, 409])
})

test('a sale is compared with the regular price where an earlier sale is over', async () => {
  const over = { reduction: { by: 'percent', percent: 60 }, from: null, until: '2020-01-31' }
  const ended = await start(over, await preview({ sale: over, search: '101' }), { large_price_changes: true })
  undoIds.push(ended.json().audit_id)
  const [small] = await preview({ sale: TWENTY_LESS, search: '101' })
  const deep = { ...TWENTY_LESS, reduction: { by: 'percent', percent: 70 } }
  const [large] = await preview({ sale: deep, search: '101' })
  expect([small?.large, large?.large]).toEqual([false, true])
})

test.each([
  [{ ...TWENTY_LESS, from: '2026-11-30', until: '2026-11-27' }],
  [{ ...TWENTY_LESS, from: '2026-02-30' }],
  [{ ...TWENTY_LESS, reduction: { by: 'percent', percent: 0 } }],
  [{ ...TWENTY_LESS, reduction: { by: 'dollars', dollars: 0.001 } }],
])('%j is no sale', async (sale) => {
  expect((await ada.call(adminSeveralProducts.previewSale, { sale })).statusCode).toBe(400)
})
