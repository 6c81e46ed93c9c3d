import { type AdminProduct, adminCatalog } from '@shop/contract/catalog/admin'
import { catalogCalls } from '@shop/contract/catalog/calls'
import { adminSeveralProducts, productsFile } from '@shop/contract/catalog/several-products'
import { beforeAll, beforeEach, describe, expect } from 'vitest'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { readSettings } from '../../platform/settings/settings.ts'
import { type AdminVisitor, signInAs } from '../../testing/admin-visitor.ts'
import { downloadFile } from '../../testing/files/download.ts'
import { ENGINES } from '../../testing/servers/engines.ts'
import { sharedTestShop } from '../../testing/test-hooks.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { importProductsCsv } from '../import/products-csv.ts'
import { takeStock } from '../stock.repository.ts'
import { changeStock, setStock } from './change-stock.ts'
import { mailLowStock } from './low-stock.ts'

describe.each(ENGINES)('a product that runs low on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  const shop = sharedTestShop(engine)
  let ada: AdminVisitor
  beforeAll(async () => {
    ada = await signInAs(shop, 'helper')
  })
  beforeEach(async () => {
    await shop.store.database.deleteFrom('outbox').execute()
    await shop.store.database.deleteFrom('low_stock_mails').execute()
    await shop.store.database.updateTable('products').set({ low_stock_at: null, stock_quantity: 20 }).execute()
  })

  const by = () => ({ database: shop.store.database, clock: shop.clock, actor: 'command' })
  const look = () =>
    mailLowStock({
      database: shop.store.database,
      settings: { ...readSettings({ PUBLIC_URL: 'https://bags.com' }), ...shop.location },
      clock: shop.clock,
    })
  const mails = () => shop.store.database.selectFrom('outbox').select(['subject', 'text', 'kind']).execute()
  const atPath = (path: string, id: string) => path.replace(':product_id', id) as `/${string}`
  const getProduct = async (id: string): Promise<AdminProduct> =>
    (await ada.call({ method: 'GET', path: atPath(adminCatalog.getAdminProduct.path, id) })).json()
  const update = async (id: string, changes: object) => {
    const { version } = await getProduct(id)
    return ada.call({ method: 'POST', path: atPath(adminCatalog.updateProduct.path, id) }, { version, changes })
  }
  const setTo = (product_id: string, stock: number) => setStock(by(), [{ product_id, seen: null, stock }], { note: '' })

  test.each([
    [
      'an order',
      () =>
        inTransaction(shop.store.database, (trx) =>
          takeStock(trx, [{ product_id: '101', quantity: 17 }], { notForSale: 'short' }),
        ),
    ],
    ['a correction', () => changeStock(by(), { product_id: '101', delta: -17, note: 'Fair' })],
    ['a counted stock', () => setTo('101', 3)],
    [
      'an import',
      () => importProductsCsv(by(), 'product_id,stock\n101,3', { stock: true, large_price_changes: false }),
    ],
  ])('by %s is emailed to the family once, until there were more in between', async (_, lower) => {
    await update('101', { low_stock_at: 3 })
    expect(await look()).toBe(0)
    await lower()
    expect([await look(), await look()]).toEqual([1, 0])
    await changeStock(by(), { product_id: '101', delta: -1, note: '' })
    expect(await look()).toBe(0)
    const [mail] = await mails()
    expect(mail).toMatchObject({ kind: 'low-stock', subject: 'Running low: Campus Slim Backpack, Blue' })
    expect(mail?.text).toContain('- Campus Slim Backpack, Blue (101): 3 left')
    expect(mail?.text).toContain('https://bags.com/admin/products')
    await setTo('101', 4)
    expect(await look()).toBe(0)
    await setTo('101', 0)
    expect(await look()).toBe(1)
    expect((await mails()).map(({ text }) => text.includes('(101): sold out')).sort()).toEqual([false, true])
  })

  onBoth(
    'several at once stand in one email, in the order of the shop, without drafts and those without a number',
    async () => {
      for (const id of ['101', '103', '205']) await update(id, { low_stock_at: 5 })
      await update('106', { low_stock_at: 5, status: 'draft' })
      for (const id of ['205', '103', '106', '107', '101']) await setTo(id, id === '103' ? 6 : 5)
      expect(await look()).toBe(2)
      const [mail] = await mails()
      expect(mail?.subject).toBe('Running low: 2 products')
      expect(mail?.text).toMatch(/\(101\): 5 left\n- .*\(205\): 5 left/)
      await update('106', { status: 'published' })
    },
  )

  onBoth('is told once, however many nodes look at the same time', async () => {
    await update('101', { low_stock_at: 0 })
    await setTo('101', 0)
    const told = await Promise.all([look(), look(), look()])
    expect(told.toSorted()).toEqual([0, 0, 1])
    expect(await mails()).toHaveLength(1)
  })

  onBoth('so many that an email cannot name all are counted', async () => {
    const ids = Array.from({ length: 120 }, (_, number) => `many-${String(number).padStart(3, '0')}`)
    const rows = ids.map((id) => `${id},${id},${id},Blue,M,Campus,A bag.,m,79,published,<p>A bag.</p>,1,5`)
    const header =
      'product_id,slug,product_name,color,size,line,short_description,style,price,status,description,stock,low_stock_at'
    await importProductsCsv(by(), [header, ...rows].join('\n'), { stock: true, large_price_changes: false })
    expect(await look()).toBe(120)
    const [mail] = await mails()
    expect(mail?.subject).toBe('Running low: 120 products')
    expect(mail?.text).toContain('and 20 others')
    await shop.store.database.deleteFrom('products').where('product_id', 'like', 'many-%').execute()
    expect(await look()).toBe(0)
  })

  test.each([-1, 1.5, 1_000_001, '5'])('a number of %s is refused beside its field', async (low_stock_at) => {
    const response = await update('102', { low_stock_at })
    expect([response.statusCode, response.json().details[0].field]).toEqual([400, 'changes.low_stock_at'])
  })

  test('its number is undone, goes through the spreadsheet, is set by command, and no shopper sees it', async () => {
    const { audit_id } = (await update('102', { low_stock_at: 7 })).json()
    const csv = await downloadFile(ada, productsFile)
    expect((await ada.call(adminSeveralProducts.previewImport, { csv })).json()).toMatchObject({
      errors: [],
      changed: [],
    })
    const shown = await shop.call(catalogCalls.getProduct, { params: { product_id: '102' } })
    expect(JSON.stringify(shown)).not.toContain('low_stock')
    await undoChange({ ...by(), rules: UNDO_RULES }, audit_id)
    expect((await getProduct('102')).low_stock_at).toBeNull()
  })
})
