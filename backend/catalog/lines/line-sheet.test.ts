import { type AdminProduct, adminCatalog } from '@shop/contract/catalog/admin'
import { adminLineSheet, type LineSheet, MAX_SHEET_PRODUCTS } from '@shop/contract/catalog/line-sheet'
import { adminLines } from '@shop/contract/catalog/lines'
import { adminSeveralProducts, productsFile } from '@shop/contract/catalog/several-products'
import { adminSettings } from '@shop/contract/settings/admin'
import { beforeAll, describe, expect } from 'vitest'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { downloadFile } from '../../testing/files/download.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { insertProducts, listProducts } from '../catalog.repository.ts'

type ListedProducts = { products: { product_id: string }[] }

describe.each(ENGINES)('wholesale on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = sharedTestShop(engine)
  let owner: AdminVisitor
  beforeAll(async () => {
    owner = await signInAs(shop, 'owner')
  })

  const productPath = (path: string, id: string) => path.replace(':product_id', id) as `/${string}`
  const getProduct = async (id: string): Promise<AdminProduct> =>
    (await owner.call({ method: 'GET', path: productPath(adminCatalog.getAdminProduct.path, id) })).json()
  const update = async (id: string, changes: object) => {
    const { version } = await getProduct(id)
    return owner.call({ method: 'POST', path: productPath(adminCatalog.updateProduct.path, id) }, { version, changes })
  }
  const sheetOf = async (query = ''): Promise<LineSheet> =>
    (await owner.call({ method: 'GET', path: `${adminLineSheet.getLineSheet.path}${query}` as `/${string}` })).json()
  const inList = async (id: string) => {
    const { products } = (await owner.call(adminCatalog.listAdminProducts)).json<ListedProducts>()
    return products.find(({ product_id }) => product_id === id)
  }
  const onSheet = async (id: string) => (await sheetOf()).products.find(({ product_id }) => product_id === id)

  onBoth(
    'the line sheet has what is in the shop, all or of a line, in its order and with the page of each',
    async () => {
      const { products, lines, has_more } = await sheetOf()
      expect([products.length, lines, has_more]).toEqual([23, ['Campus', 'Hybrid', 'Nomad', 'Accessories'], false])
      expect(products[0]).toMatchObject({
        product_id: '101',
        price_cents: 7900,
        wholesale_price_cents: null,
        wholesale_minimum: null,
        url: expect.stringMatching(/^https?:.*\/product\/101$/),
      })
      await update('102', { status: 'hidden' })
      expect((await sheetOf('?line=Campus')).products.map(({ product_id }) => product_id)).toEqual([
        '101',
        '103',
        '104',
      ])
      expect((await sheetOf('?line=Nothing')).products).toEqual([])
    },
  )

  onBoth('a hidden line is not on the sheet, and its products neither', async () => {
    const { lines, seen } = (await owner.call(adminLines.listLines)).json()
    const nomad = lines.find(({ line }: { line: string }) => line === 'Nomad')
    const hidden = await owner.call(adminLines.saveLine, { was: 'Nomad', line: { ...nomad, hidden: true }, seen })
    const sheet = await sheetOf()
    expect(sheet.lines).toEqual(['Campus', 'Hybrid', 'Accessories'])
    expect(sheet.products.filter(({ line }) => line === 'Nomad')).toEqual([])
    expect((await sheetOf('?line=Nomad')).products).toEqual([])
    const context = { database: shop.store.database, clock: shop.clock, actor: 'ada', rules: UNDO_RULES }
    await undoChange(context, hidden.json().audit_id)
  })

  test('a wholesale price is that of the product, else the percentage of the settings, and each is undone', async () => {
    const percent = await owner.call(adminSettings.changeSettings, {
      wanted: { wholesalePercent: 45 },
      seen: { wholesalePercent: 0 },
    })
    expect(await onSheet('103')).toMatchObject({ price_cents: 9400, wholesale_price_cents: 4230 })
    const { audit_id } = (await update('103', { wholesale_price_cents: 4100, wholesale_minimum: 6 })).json()
    expect(await onSheet('103')).toMatchObject({ wholesale_price_cents: 4100, wholesale_minimum: 6 })
    expect(await inList('103')).toMatchObject({ wholesale_price_cents: 4100, wholesale_minimum: 6 })
    expect(await inList('101')).toMatchObject({ wholesale_price_cents: 3555, wholesale_minimum: null })
    const context = { database: shop.store.database, clock: shop.clock, actor: 'ada', rules: UNDO_RULES }
    await undoChange(context, audit_id)
    expect(await onSheet('103')).toMatchObject({ wholesale_price_cents: 4230, wholesale_minimum: null })
    await undoChange(context, percent.json().audit_id)
    expect(await onSheet('103')).toMatchObject({ wholesale_price_cents: null })
  })

  test.each([
    ['wholesale_price_cents', -1],
    ['wholesale_price_cents', 12.5],
    ['wholesale_price_cents', 1e9],
    ['wholesale_minimum', 1.5],
    ['wholesale_minimum', -1],
    ['wholesale_minimum', 10_001],
  ])('a %s of %d is refused beside its field', async (field, value) => {
    const response = await update('104', { [field]: value })
    expect([response.statusCode, response.json().details[0].field]).toEqual([400, `changes.${field}`])
  })

  test.each([-1, 101, 12.5])('%d percent of the price is refused', async (wholesalePercent) => {
    const changed = { wanted: { wholesalePercent }, seen: { wholesalePercent: 0 } }
    expect((await owner.call(adminSettings.changeSettings, changed)).statusCode).toBe(400)
  })

  test('no call of shoppers has a wholesale price or a minimum', async () => {
    await update('103', { wholesale_price_cents: 4321, wholesale_minimum: 777 })
    for (const path of ['/api/products', '/api/products/103', '/api/productsBySlug?slug=campus-full-blue']) {
      const { statusCode, body } = await shop.app.inject(path)
      expect(statusCode, path).toBeLessThan(400)
      expect(body.toLowerCase(), path).not.toContain('wholesale_')
      expect(body, path).not.toContain('43.21')
    }
  })

  test('both go through the spreadsheet and back, and a cell that is no number is named by its row', async () => {
    await update('104', { wholesale_price_cents: 4200, wholesale_minimum: 3 })
    const csv = await downloadFile(owner, productsFile)
    expect((await owner.call(adminSeveralProducts.previewImport, { csv })).json()).toMatchObject({
      errors: [],
      changed: [],
    })
    const preview = await owner.call(adminSeveralProducts.previewImport, {
      csv: 'product_id,wholesale_price,wholesale_minimum\n104,$43.50,4.5',
    })
    expect(preview.json().errors).toMatchObject([{ row: 2, field: 'wholesale_minimum' }])
  })

  test('a sheet holds so many products and says that there are more, and a helper without products sees none', async () => {
    const [first] = await listProducts(shop.store.database)
    if (first === undefined) throw new Error('there is no product')
    const { version: _, ...product } = first
    await inTransaction(shop.store.database, async (trx) => {
      for (let number = 0; number < MAX_SHEET_PRODUCTS; number += 1) {
        const own = { product_id: `more-${number}`, slug: `more-${number}`, line: 'More', position: 1000 + number }
        await insertProducts(trx, [{ ...product, ...own, pictures: [] }])
      }
    })
    const { products, has_more } = await sheetOf()
    expect([products.length, has_more]).toEqual([MAX_SHEET_PRODUCTS, true])
    expect((await sheetOf('?line=More')).has_more).toBe(false)
    const helper = await signInAs(shop, 'helper', 'helper@shop.example', ['books'])
    expect((await helper.call(adminLineSheet.getLineSheet)).statusCode).toBe(403)
  })
})
