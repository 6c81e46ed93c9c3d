import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findAuditEntry } from '../../admin/audit/audit.repository.ts'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { bumpCatalogVersion, bumpStockVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { inTransaction, type Trx } from '../../platform/database/database.ts'
import { countProductReads } from '../../testing/count-product-reads.ts'
import { BOTH_ENGINES, openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { byProductId, findProduct, listProducts, type StoredProduct } from '../catalog.repository.ts'
import { removeOldStaged } from '../products/staged-products.repository.ts'
import { takeStock } from '../stock.repository.ts'
import { importProductsCsv, previewProductsCsv } from './products-csv.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const contextOf = ({ store }: TestStore) => ({ database: store.database, clock: () => NOW, actor: 'test' })
const PLAIN = { stock: false, large_price_changes: false }
const countStaged = async ({ store: { database } }: TestStore) =>
  (await database.selectFrom('staged_products').select('place').execute()).length

/** Builds a table of so many new products. */
function tableOf(count: number): string {
  const header = 'product_id,slug,product_name,line,short_description,description,price,stock'
  const rows = Array.from({ length: count }, (_, row) => `n-${row},n-${row},Bag ${row},Campus,Short,Long,79,${row}`)
  return [header, ...rows].join('\n')
}

test('a table reads all products once', async () => {
  const opened = await openTestStore('sqlite')
  const { length } = await listProducts(opened.store.database)
  const reads = countProductReads()
  const context = { ...contextOf(opened), database: opened.store.database.withPlugin(reads.plugin) }
  const csv = 'product_id,price\n101,80\n'
  const preview = await previewProductsCsv(context, csv, { stock: false })
  expect(preview.changes?.changed).toMatchObject([{ key: '101' }])
  expect(reads.rows).toEqual([length])
  await importProductsCsv(context, csv, PLAIN)
  expect(reads.rows).toEqual([length, length])
  await opened.close()
})

test('a wrong number or status is explained in words, also by the thread that reads the table', async () => {
  const opened = await openTestStore('sqlite')
  const problems = async (header: string, cell: string) => {
    const csv = `product_id,${header}\n101,${cell}\n`
    const { errors } = await previewProductsCsv(contextOf(opened), csv, { stock: true })
    return errors.map(({ row, field, message }) => `${row} ${field}: ${message}`)
  }
  expect(await problems('stock', '3.5')).toEqual(['2 stock: must be a whole number'])
  expect(await problems('stock', '99999999999')).toEqual([expect.stringMatching(/^2 stock: must be at most \d+$/)])
  expect(await problems('status', 'sold')).toEqual([expect.stringMatching(/^2 status: must be "/)])
  expect(await problems('product_name', 'x'.repeat(400))).toEqual([
    expect.stringMatching(/^2 product_name: must have at most \d+ characters$/),
  ])
  await opened.close()
})

test.each(BOTH_ENGINES)(
  'products of a table come in their order, swap slugs, and leave nothing staged on %s',
  async (engine) => {
    const opened = await openTestStore(engine)
    const { database } = opened.store
    const before = await listProducts(database)
    const [one, other] = before
    if (one === undefined || other === undefined) throw new Error('the test shop has no products')
    await importProductsCsv(contextOf(opened), tableOf(700), PLAIN)
    const after = await listProducts(database)
    expect(after.slice(0, before.length)).toEqual(before)
    const added = after.slice(before.length)
    expect(added.map(({ product_id }) => product_id)).toEqual(Array.from({ length: 700 }, (_, row) => `n-${row}`))
    expect(added[7]).toMatchObject({ stock_quantity: 7, price_cents: 7900, version: 0, pictures: [] })

    const swap = `product_id,slug\n${one.product_id},${other.slug}\n${other.product_id},${one.slug}\nn-1,n-first`
    await importProductsCsv(contextOf(opened), swap, PLAIN)
    expect(await findProduct(database, one.product_id)).toEqual({ ...one, slug: other.slug, version: one.version + 1 })
    expect((await findProduct(database, other.product_id))?.slug).toBe(one.slug)
    const former = await database.selectFrom('product_slugs').selectAll().execute()
    expect(former).toEqual([{ product_id: 'n-1', slug: 'n-1' }])
    expect(await countStaged(opened)).toBe(0)
    await opened.close()
  },
)

test.each(BOTH_ENGINES)(
  'an import that dies half way on %s changes nothing, and what it staged is removed',
  async (engine) => {
    const opened = await openTestStore(engine)
    const { database } = opened.store
    const before = await listProducts(database)
    let statements = 0
    const dying = database.withPlugin({
      transformQuery: ({ node }) => {
        const isStaged = node.kind === 'InsertQueryNode' || node.kind === 'DeleteQueryNode'
        statements += Number(isStaged)
        // Nor can it take back what it has staged.
        if (isStaged && statements > 3) throw new Error('killed')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await expect(importProductsCsv({ ...contextOf(opened), database: dying }, tableOf(700), PLAIN)).rejects.toThrow(
      'killed',
    )
    expect([await listProducts(database), await countStaged(opened)]).toEqual([before, 300])
    expect(await removeOldStaged(database, NOW.toISOString())).toBe(0)
    await importProductsCsv(contextOf(opened), tableOf(700), PLAIN)
    expect(await listProducts(database)).toHaveLength(before.length + 700)
    expect(await removeOldStaged(database, '2026-11-30')).toBe(300)
    expect(await countStaged(opened)).toBe(0)
    await opened.close()
  },
)

test('a table is compared again when others change products during its import, and refused after three tries', async () => {
  const opened = await openTestStore('sqlite')
  const { database } = opened.store
  let changes = 1
  const changing = async () => {
    if (changes <= 0) return
    changes -= 1
    await inTransaction(database, async (trx) => {
      await bumpCatalogVersion(trx)
      await sql`update products set color = 'Changed' where product_id = '102'`.execute(trx)
    })
  }
  const busy = database.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ queryId: _, result }) => {
      if (result.rows.some((row) => 'price_cents' in row)) await changing()
      return result
    },
  })
  const context = { ...contextOf(opened), database: busy }
  await importProductsCsv(context, 'product_id,price\n101,81\n102,82', PLAIN)
  expect(await findProduct(database, '102')).toMatchObject({ price_cents: 8200, color: 'Changed' })
  changes = 9
  await expect(importProductsCsv(context, 'product_id,price\n101,83', PLAIN)).rejects.toThrow('Please import again.')
  expect((await findProduct(database, '101'))?.price_cents).toBe(8100)
  await opened.close()
})

test.each(BOTH_ENGINES)(
  'a table with stock is imported on %s while the shop sells, and what is sold is taken off',
  async (engine) => {
    const opened = await openTestStore(engine)
    const { database } = opened.store
    let toSell = 0
    /** One piece once the import has read the products. */
    const sell = () =>
      inTransaction(database, async (trx) => {
        toSell -= 1
        await takeStock(trx, [{ product_id: '101', quantity: 1 }], { notForSale: 'short' })
        await bumpStockVersion(trx)
      })
    const selling = database.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (toSell > 0 && result.rows.some((row) => 'price_cents' in row)) await sell()
        return result
      },
    })
    await sql`update products set stock_quantity = 9 where product_id = '101'`.execute(database)
    const bring = (stock: number) => {
      toSell = 1
      const csv = `product_id,stock\n101,${stock}\n102,7`
      return importProductsCsv({ ...contextOf(opened), database: selling }, csv, { ...PLAIN, stock: true })
    }
    const stockOf = async (id: string) => (await findProduct(database, id))?.stock_quantity
    const { audit_id } = await bring(50)
    expect([await stockOf('101'), await stockOf('102')]).toEqual([49, 7])
    // The undo needs the stocks right before and after the import.
    const entry = await findAuditEntry(database, Number(audit_id))
    expect(entry).toMatchObject({
      before: { 101: { stock_quantity: 8 } },
      after: { 101: { stock_quantity: 49 }, 102: { stock_quantity: 7 } },
    })
    await undoChange({ ...contextOf(opened), rules: UNDO_RULES }, Number(audit_id))
    expect(await stockOf('101')).toBe(8)
    // There are never less than none.
    await bring(0)
    expect(await stockOf('101')).toBe(0)
    await opened.close()
  },
)

test('an import waits for the products that an order takes in the order in which it takes them', async () => {
  const opened = await openTestStore('postgres')
  const { database } = opened.store
  const [first, second] = (await listProducts(database)).toSorted(byProductId)
  if (first === undefined || second === undefined) throw new Error('the test shop has no products')
  // In the list of products they stand the other way round.
  await sql`update products set position = -1 where product_id = ${second.product_id}`.execute(database)
  const lock = (trx: Trx, { product_id }: StoredProduct) =>
    sql`select product_id from products where product_id = ${product_id} for update skip locked`.execute(trx)
  const imported = await inTransaction(database, async (trx) => {
    await lock(trx, first)
    const done = importProductsCsv(
      contextOf(opened),
      `product_id,color\n${first.product_id},New\n${second.product_id},New`,
      PLAIN,
    )
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(database)).rows).toHaveLength(1)
    expect((await lock(trx, second)).rows).toHaveLength(1)
    return { done }
  })
  await imported.done
  expect((await findProduct(database, first.product_id))?.color).toBe('New')
  await opened.close()
})
