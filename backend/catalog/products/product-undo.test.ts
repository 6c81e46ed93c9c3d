import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { itemOf } from '../../orders/build-order.ts'
import { bumpStockVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { placeOrder } from '../../testing/orders/orders.ts'
import { openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { findProduct } from '../catalog.repository.ts'
import { exportCatalog } from '../import/export-catalog.ts'
import { importCatalog } from '../import/import-catalog.ts'
import { importProductsCsv } from '../import/products-csv.ts'
import { changeStock, setStock } from '../stock/change-stock.ts'
import { takeStock } from '../stock.repository.ts'
import { changePrices } from './change-prices.ts'
import { copyProduct, requireProduct, updateProduct } from './edit-product.ts'

let opened: TestStore
let folder: string
beforeEach(async () => {
  opened = await openTestStore('sqlite')
  folder = await mkdtemp(join(tmpdir(), 'shop-undo-'))
})
afterEach(async () => {
  await opened.close()
  await rm(folder, { recursive: true })
})

const clock = () => new Date('2026-11-22T12:00:00.000Z')
const context = () => ({ database: opened.store.database, clock, actor: 'command' })
const undo = (id: number | null) => undoChange({ ...context(), rules: UNDO_RULES }, Number(id))

async function setPrice(price: number): Promise<number | null> {
  const version = (await findProduct(opened.store.database, '101'))?.version ?? 0
  const edited = { product_id: '101', version, changes: { price_cents: price * 100 }, large_price_change: true }
  return (await updateProduct(context(), edited)).audit_id
}

async function raisePrices(): Promise<number | null> {
  const product_id = '101'
  const version = (await findProduct(opened.store.database, product_id))?.version ?? 0
  const change = { percent: 10, products: [{ product_id, version }], large_price_changes: false }
  return (await changePrices(context(), change)).audit_id
}

function importPrice(price: number): Promise<number | null> {
  return importRows((rows) => rows.map((row) => (row.product_id === '101' ? { ...row, price } : row)))
}

type Row = { product_id: string; description?: string; stock?: number }

/** Imports what becomes of the rows of the catalog's file; returns the entry in the log. */
async function importRows(change: (rows: readonly Row[]) => object[], stock = false): Promise<number | null> {
  const path = await mkdtemp(join(folder, 'catalog-'))
  await exportCatalog(opened.store.database, join(path, 'goods'), clock)
  const productsFile = join(path, 'goods/products.json')
  const rows: Row[] = JSON.parse(await readFile(productsFile, 'utf8'))
  await writeFile(productsFile, JSON.stringify(change(rows)))
  const source = { productsFile, photosFolder: join(path, 'goods/photos'), checkoutFolder: null }
  const options = { actor: 'command', clock, stock, apply: true, large_price_changes: true }
  await importCatalog(opened.store.database, source, options)
  const { value } = await opened.store.database
    .selectFrom('counters')
    .select('value')
    .where('name', '=', 'audit_log')
    .executeTakeFirstOrThrow()
  return value
}

test.each([
  ['an import', 'a change of the product', () => importPrice(83), () => setPrice(84), 'product updated'],
  ['a change of the product', 'an import', () => setPrice(83), () => importPrice(84), 'products imported'],
  ['a change of the product', 'one of several', () => setPrice(83), raisePrices, 'products repriced'],
  ['a change of several', 'an import', raisePrices, () => importPrice(84), 'products imported'],
])('the undo of %s names %s in the way', async (_, __, first, second, action) => {
  const id = await first()
  const later = await second()
  await expect(undo(id)).rejects.toThrow(
    `Change ${id} cannot be undone because of a later one: change ${later} (${action}, by Command line).`,
  )
  await undo(later)
  await undo(id)
})

test('a change of another product or of another field is not named', async () => {
  const id = await setPrice(83)
  const later = await setPrice(84)
  await changeStock(context(), { product_id: '101', delta: 1, note: '' })
  await setStock(context(), [{ product_id: '101', seen: null, stock: 20 }], { note: '' })
  await setStock(context(), [{ product_id: '102', seen: null, stock: 20 }], { note: '' })
  await expect(undo(id)).rejects.toThrow(`because of a later one: change ${later} (`)
})

test('a change of stock that was undone is called undone, whatever was sold or counted since', async () => {
  const { audit_id } = await changeStock(context(), { product_id: '101', delta: 1, note: '' })
  const undone = await undo(audit_id)
  await changeStock(context(), { product_id: '101', delta: 2, note: '' })
  await expect(undo(audit_id)).rejects.toThrow(`Change ${audit_id} has already been undone (change ${undone.id}, by`)
})

async function update(changes: Parameters<typeof updateProduct>[1]['changes']): Promise<number | null> {
  const version = (await findProduct(opened.store.database, '101'))?.version ?? 0
  return (await updateProduct(context(), { product_id: '101', version, changes, large_price_change: true })).audit_id
}

test('what was missing in a draft does not come back to a product that shoppers see by now', async () => {
  await update({ status: 'draft', price_cents: 0, description: '' })
  const priced = await update({ price_cents: 7900 })
  const described = await update({ description: '<p>Roomy.</p>' })
  const published = await update({ status: 'published' })
  await expect(undo(priced)).rejects.toThrow('the price is missing')
  await expect(undo(described)).rejects.toThrow('the description must not be empty')
  expect(await findProduct(opened.store.database, '101')).toMatchObject({ price_cents: 7900 })
  await undo(published)
  await undo(priced)
  await undo(described)
  expect(await findProduct(opened.store.database, '101')).toMatchObject({ price_cents: 0, description: '' })
})

test('a picture without its text does not come back to a product that shoppers see by now', async () => {
  const picture = (alt: string) => [{ file: 'campus-slim-blue-quarter.jpg', alt }]
  await update({ status: 'draft', images: picture('') })
  const described = await update({ images: picture('A bag') })
  await update({ status: 'published' })
  await expect(undo(described)).rejects.toThrow('the text of a picture must not be empty')
})

test('a product that is incomplete by now is not published again by an undo', async () => {
  const withdrawn = await update({ status: 'draft' })
  await update({ short_description: '' })
  await expect(undo(withdrawn)).rejects.toThrow('the short description must not be empty')
})

test('a price does not go back below that of a later sale, nor does the last day of a sale before its first', async () => {
  const raised = await update({ price_cents: 20_000 })
  await update({ sale_price_cents: 15_000, sale_until: '2026-12-05' })
  const later = await update({ sale_until: '2026-12-20' })
  await update({ sale_from: '2026-12-10' })
  await expect(undo(raised)).rejects.toThrow('the sale price must be lower than the price')
  await expect(undo(later)).rejects.toThrow('the last day of the sale must not be before the first day')
})

test('the undo of a new product does not delete one that has been sold since', async () => {
  const { audit_id, product_id } = await copyProduct(context(), '101')
  const copy = await requireProduct(opened.store.database, product_id)
  await placeOrder(opened.store.database, { items: [itemOf(copy, 1, '2026-11-02')] })
  await expect(undo(audit_id)).rejects.toThrow('was sold (order # 100001), so it cannot be deleted')
})

test('for more than a thousand products the log has what an undo needs and not all their texts', async () => {
  const count = () => opened.store.database.selectFrom('products').select('description').execute()
  const lengthOf = async (id: number | null) => {
    const entry = opened.store.database.selectFrom('audit_log').select('after').where('id', '=', id)
    return (await entry.executeTakeFirstOrThrow()).after.length
  }
  const before = await count()
  const many = Array.from({ length: 1100 }, (_, index) => ({ product_id: `many-${index}`, slug: `many-${index}` }))
  const added = await importRows((rows) => [...rows, ...many.map((ids) => ({ ...rows[0], ...ids, former_slugs: [] }))])
  expect(await count()).toHaveLength(before.length + 1100)
  expect(await lengthOf(added)).toBeLessThan(1100 * 100)
  const stock = (await findProduct(opened.store.database, 'many-7'))?.stock_quantity ?? 0
  const described = await importRows(
    (rows) => rows.map((row) => ({ ...row, description: `${row.description}<p>New</p>`, stock: (row.stock ?? 0) + 5 })),
    true,
  )
  expect((await findProduct(opened.store.database, 'many-7'))?.stock_quantity).toBe(stock + 5)
  expect(await lengthOf(described)).toBeLessThan(1200 * 100)
  await expect(undo(added)).rejects.toThrow(`change ${described} (products imported, by`)
  await undo(described)
  expect((await count()).filter(({ description }) => description.includes('<p>New</p>'))).toEqual([])
  expect((await findProduct(opened.store.database, 'many-7'))?.stock_quantity).toBe(stock)
  const product_id = 'many-7'
  const { version = 0 } = (await findProduct(opened.store.database, product_id)) ?? {}
  const { audit_id } = await changePrices(context(), {
    percent: 10,
    products: [{ product_id, version }],
    large_price_changes: false,
  })
  await expect(undo(added)).rejects.toThrow(`change ${audit_id} (products repriced, by`)
  await undo(audit_id)
  await undo(added)
  expect(await count()).toHaveLength(before.length)
})

test('what an order takes while an import of stock is undone stays taken', async () => {
  const postgres = await openTestStore('postgres')
  onTestFinished(postgres.close)
  const { database } = postgres.store
  const owner = { database, clock, actor: 'command' }
  const stock = async () => (await findProduct(database, '101'))?.stock_quantity ?? 0
  const before = await stock()
  const options = { stock: true, large_price_changes: false }
  const { audit_id } = await importProductsCsv(owner, `product_id,stock\n101,${before + 40}`, options)
  const undone = await inTransaction(database, async (trx) => {
    await takeStock(trx, [{ product_id: '101', quantity: 1 }], { notForSale: 'short' })
    const done = undoChange({ ...owner, rules: UNDO_RULES }, Number(audit_id))
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(database)).rows).toHaveLength(1)
    await bumpStockVersion(trx)
    return { done }
  })
  await undone.done
  expect(await stock()).toBe(before - 1)
})
