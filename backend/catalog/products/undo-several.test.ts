import { type KyselyPlugin, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findAuditEntry } from '../../admin/audit/audit.repository.ts'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { UNDO_RULES } from '../../modules.ts'
import { itemOf } from '../../orders/build-order.ts'
import { bumpCatalogVersion, readProductsVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { placeOrder } from '../../testing/orders/orders.ts'
import { BOTH_ENGINES, openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { findProduct, listProducts } from '../catalog.repository.ts'
import { importProductsCsv } from '../import/products-csv.ts'
import { requireProduct, updateProduct } from './edit-product.ts'
import { deleteNoted } from './products-to-delete.repository.ts'
import { undoProducts } from './restore-products.ts'
import { removeOldStaged } from './staged-products.repository.ts'

const NOW = new Date('2026-11-28T12:00:00Z')
const HEADER = 'product_id,slug,product_name,line,short_description,description,price,stock'

describe.each(BOTH_ENGINES)('the undo of an import on %s', (engine) => {
  let opened: TestStore
  let database: Database
  beforeEach(async () => {
    opened = await openTestStore(engine)
    database = opened.store.database
  })
  afterEach(() => opened.close())

  const context = (over: Database = database) => ({ database: over, clock: () => NOW, actor: 'command' })
  const undo = (id: number | null, over?: Database) => undoChange({ ...context(over), rules: UNDO_RULES }, Number(id))
  const bring = async (csv: string) =>
    (await importProductsCsv(context(), csv, { stock: true, large_price_changes: true })).audit_id
  const bringNew = (count: number) =>
    bring(
      [
        HEADER,
        ...Array.from({ length: count }, (_, row) => `n-${row},n-${row},Bag ${row},Campus,Short,Long,79,5`),
      ].join('\n'),
    )
  const count = async (table: 'staged_products' | 'products_to_delete' | 'products') =>
    (await database.selectFrom(table).select('product_id').execute()).length
  /** Prepares an undo; the result takes it, as its transaction does. */
  const prepare = async (id: number | null) => {
    const { writeBefore } = undoProducts
    const entry = await findAuditEntry(database, Number(id))
    if (typeof writeBefore !== 'object' || entry === null) throw new Error('nothing is prepared')
    const prepared = await writeBefore.prepare(context(), entry)
    return () =>
      inTransaction(database, async (trx) => {
        await bumpCatalogVersion(trx)
        expect(await prepared?.isCurrent(trx)).toBe(true)
        await prepared?.write(trx, NOW)
      })
  }
  /** Fails at statements of a kind about a table, after so many, as where the process was killed. */
  const dyingAt = (kind: 'InsertQueryNode' | 'DeleteQueryNode', table: string, after: number): KyselyPlugin => {
    let seen = 0
    return {
      transformQuery: ({ node }) => {
        const changed = node.kind === 'InsertQueryNode' ? node.into : node.kind === 'DeleteQueryNode' ? node.from : null
        const isMeant = node.kind === kind && JSON.stringify(changed).includes(`"name":"${table}"`)
        seen += Number(isMeant)
        if (isMeant && seen > after) throw new Error('killed')
        return node
      },
      transformResult: async ({ result }) => result,
    }
  }

  test('gives back prices, stock, earlier slugs and products, and writes both sides to the log', async () => {
    const before = await listProducts(database)
    const [one, other] = before
    if (one === undefined || other === undefined) throw new Error('the test shop has no products')
    const rows = [`${one.product_id},slug-of-one,${one.stock_quantity + 3}`, `${other.product_id},${one.slug},2`]
    const id = await bring(['product_id,slug,stock', ...rows].join('\n'))
    expect((await findProduct(database, other.product_id))?.slug).toBe(one.slug)
    const undone = await undo(id)
    const versions = { [one.product_id]: one.version + 2, [other.product_id]: other.version + 2 }
    expect(await listProducts(database)).toEqual(
      before.map((product) => ({ ...product, version: versions[product.product_id] ?? product.version })),
    )
    const entries = await database.selectFrom('audit_log').selectAll().orderBy('id').execute()
    const [made, back] = entries.slice(-2)
    expect(back).toEqual({ ...made, id: undone.id, before: made?.after, after: made?.before, undoes: id })
    expect(await count('staged_products')).toBe(0)
  })

  test('that stops before it is written changes nothing, and what it staged is removed', async () => {
    await bringNew(250)
    const id = await bring(['product_id,price', ...Array.from({ length: 250 }, (_, row) => `n-${row},80`)].join('\n'))
    const before = await listProducts(database)
    const dying = database
      .withPlugin(dyingAt('InsertQueryNode', 'staged_products', 2))
      .withPlugin(dyingAt('DeleteQueryNode', 'staged_products', 0))
    await expect(undo(id, dying)).rejects.toThrow('killed')
    expect([await listProducts(database), await count('staged_products')]).toEqual([before, 200])
    expect(await removeOldStaged(database, '2026-11-30')).toBe(200)
    await undo(id)
    expect((await findProduct(database, 'n-7'))?.price_cents).toBe(7900)
  })

  test('that stops while new products are deleted goes on, but for what somebody has bought or changed since', async () => {
    const before = await count('products')
    const id = await bringNew(500)
    await undo(id, database.withPlugin(dyingAt('DeleteQueryNode', 'products', 1)))
    expect([await count('products'), await count('products_to_delete')]).toEqual([before + 300, 300])
    const left = (await listProducts(database)).slice(before)
    expect(new Set(left.map(({ status }) => status))).toEqual(new Set(['draft']))
    await expect(undo(id)).rejects.toThrow('has already been undone')
    const bought = await requireProduct(database, 'n-98')
    await placeOrder(database, { items: [itemOf(bought, 1, '2026-11-02')] })
    const { version } = await requireProduct(database, 'n-99')
    await updateProduct(context(), {
      product_id: 'n-99',
      version,
      changes: { color: 'Red' },
      large_price_change: false,
    })
    expect(await deleteNoted(database)).toBe(298)
    expect(await count('products_to_delete')).toBe(0)
    expect((await listProducts(database)).slice(before).map(({ product_id }) => product_id)).toEqual(['n-98', 'n-99'])
  })

  test('of new products lets others run between its parts', async () => {
    const id = await bringNew(500)
    let [turns, isOver] = [0, false]
    const look = () => {
      turns += 1
      if (!isOver) setImmediate(look)
    }
    setImmediate(look)
    await prepare(id)
    isOver = true
    expect(turns).toBeGreaterThanOrEqual(5)
  })

  test('that stopped is finished before the next import is compared', async () => {
    const before = await count('products')
    const id = await bringNew(300)
    await undo(id, database.withPlugin(dyingAt('DeleteQueryNode', 'products', 0)))
    expect(await count('products')).toBe(before + 300)
    expect(await bringNew(300)).toBeGreaterThan(Number(id))
    expect(await count('products')).toBe(before + 300)
  })

  test('is refused as a whole where a new product was sold, and names it', async () => {
    const id = await bringNew(250)
    await placeOrder(database, { items: [itemOf(await requireProduct(database, 'n-7'), 1, '2026-11-02')] })
    // Its stock is as it was.
    await sql`update products set stock_quantity = 5`.execute(database)
    await expect(undo(id)).rejects.toThrow('"Bag 7" was sold (order # 100001), so it cannot be deleted.')
    expect([await count('staged_products'), await count('products_to_delete')]).toEqual([0, 0])
  })

  test('is refused as a whole where a new product is sold once the undo is prepared', async () => {
    const id = await bringNew(3)
    const take = await prepare(id)
    await placeOrder(database, { items: [itemOf(await requireProduct(database, 'n-1'), 1, '2026-11-02')] })
    await expect(take()).rejects.toThrow('"Bag 1" was sold (order # 100001), so it cannot be deleted.')
    expect(await requireProduct(database, 'n-0')).toMatchObject({ status: 'published' })
    expect(await count('products_to_delete')).toBe(0)
  })

  test('is refused where more is sold once it is prepared than it leaves', async () => {
    const { stock_quantity: stock } = await requireProduct(database, '101')
    const take = await prepare(await bring(`product_id,stock\n101,${stock + 10}`))
    await sql`update products set stock_quantity = 9 where product_id = '101'`.execute(database)
    await expect(take()).rejects.toThrow('The stock of product 101 has just changed. Please try again.')
    expect(await requireProduct(database, '101')).toMatchObject({ stock_quantity: 9 })
    await sql`update products set stock_quantity = 10 where product_id = '101'`.execute(database)
    await take()
    expect(await requireProduct(database, '101')).toMatchObject({ stock_quantity: 0 })
  })

  test('gives a slug back that a new product has by now', async () => {
    const [one] = await listProducts(database)
    if (one === undefined) throw new Error('the test shop has no products')
    const id = await bring(
      [
        HEADER,
        `${one.product_id},other,"${one.product_name}",Campus,Short,Long,79,1`,
        `n-1,${one.slug},Bag,Campus,Short,Long,79,1`,
      ].join('\n'),
    )
    await undo(id)
    expect(await findProduct(database, one.product_id)).toMatchObject({ slug: one.slug })
    expect(await findProduct(database, 'n-1')).toBeNull()
  })

  test('is prepared again after others changed products, and refused after three tries', async () => {
    const id = await bring('product_id,price\n101,83')
    let changes = 1
    const changing: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (changes > 0 && result.rows.some((row) => 'price_cents' in row)) {
          changes -= 1
          await inTransaction(database, async (trx) => {
            await bumpCatalogVersion(trx)
            await sql`update products set color = 'Changed' where product_id = '102'`.execute(trx)
          })
        }
        return result
      },
    }
    const later = await bring('product_id,price\n102,84')
    await undo(id, database.withPlugin(changing))
    expect(await findProduct(database, '101')).toMatchObject({ price_cents: 7900 })
    expect(await findProduct(database, '102')).toMatchObject({ price_cents: 8400, color: 'Changed' })
    changes = 9
    const version = await readProductsVersion(database)
    await expect(undo(later, database.withPlugin(changing))).rejects.toThrow('Please undo this again.')
    expect(await findProduct(database, '102')).toMatchObject({ price_cents: 8400 })
    // Tries that failed are not noticed by others.
    expect(await readProductsVersion(database)).toBe(version + 9 - changes)
  })
})
