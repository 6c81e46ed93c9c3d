import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EDITED_FIELDS, editedShape } from '@shop/contract/catalog/admin'
import { DETAIL_FIELDS } from '@shop/contract/catalog/calls'
import { DESCRIPTION_TAGS } from '@shop/contract/catalog/description'
import { type Field, type Fields, fromWire, isAmount, isOptional, isText } from '@shop/contract/http/fields'
import { inputShape } from '@shop/contract/http/fields-schemas'
import fc from 'fast-check'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addMedia } from '../../media/add-media.ts'
import { listMedia } from '../../media/store/media.repository.ts'
import { bumpCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { readTaxTable } from '../../tax/tax-rates.repository.ts'
import { countProductReads } from '../../testing/count-product-reads.ts'
import { openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { buildVideo, replaceCatalog } from '../../testing/test-catalog.ts'
import { insertProducts, listProducts, type ProductDraft, rememberSlugs } from '../catalog.repository.ts'
import { sanitizeDescription, toColumns } from '../edited-product.ts'
import { compareProducts, isUnchanged } from './catalog-changes.ts'
import { parseCatalogFile, toFileRow } from './catalog-file.ts'
import { findSource } from './catalog-source.ts'
import { exportCatalog } from './export-catalog.ts'
import { changesNothing, importCatalog } from './import-catalog.ts'

const clock = () => new Date('2026-11-21T10:00:00Z')
const OPTIONS = { actor: 'test', clock, stock: true, apply: false, large_price_changes: false }

describe('catalog export', () => {
  let opened: TestStore
  let parent: string
  let folder: string
  beforeEach(async () => {
    opened = await openTestStore('sqlite')
    parent = await mkdtemp(join(tmpdir(), 'shop-export-'))
    folder = join(parent, 'goods')
  })
  afterEach(async () => {
    await opened.close()
    await rm(parent, { recursive: true })
  })

  test('importing an export changes nothing, or fills another shop', async () => {
    const { database } = opened.store
    const [first, ...rest] = await listProducts(database)
    if (first === undefined) throw new Error('the shop has no products')
    const sale = { ...first, slug: 'renamed', sale_price_cents: 5000, status: 'hidden' as const }
    await replaceCatalog(database, [...rest, sale])
    await inTransaction(database, (trx) => rememberSlugs(trx, [{ product_id: first.product_id, slug: first.slug }]))
    const video = join(parent, 'clip.mp4')
    await writeFile(video, buildVideo(1_500_000))
    await addMedia(database, [{ name: 'clip.mp4', path: video }], OPTIONS)

    const exported = await exportCatalog(database, folder, clock)
    expect(exported).toMatchObject({ products: rest.length + 1, taxRates: 50, deliveryOptions: 4 })
    expect((await readFile(join(folder, 'photos', 'clip.mp4'))).equals(await readFile(video))).toBe(true)
    const { changes } = await importCatalog(database, await findSource(folder), OPTIONS)
    expect(changes !== null && changesNothing(changes)).toBe(true)

    const other = await openTestStore('sqlite')
    const options = { ...OPTIONS, apply: true, large_price_changes: true }
    expect(await importCatalog(other.store.database, await findSource(folder), options)).toMatchObject({
      applied: true,
    })
    const withoutVersion = (products: readonly ProductDraft[]) =>
      products.map((product) => ({ ...product, version: 0 }))
    expect(withoutVersion(await listProducts(other.store.database))).toEqual(
      withoutVersion(await listProducts(database)),
    )
    expect(await readTaxTable(other.store.database)).toEqual(await readTaxTable(database))
    const hashes = async (store: TestStore) =>
      (await listMedia(store.store.database)).map(({ name, sha256 }) => [name, sha256])
    expect(await hashes(other)).toEqual(await hashes(opened))
    await other.close()
  })

  test('products are read in batches, again after a change, and written as one list', async () => {
    const { database } = opened.store
    const [first] = await listProducts(database)
    if (first === undefined) throw new Error('the shop has no products')
    const many = Array.from({ length: 450 }, (_, position) => {
      const id = `n-${position}`
      return { ...first, product_id: id, slug: id, position, pictures: [], short_description: 'One\u2028two' }
    })
    await inTransaction(database, (trx) => insertProducts(trx, many))
    const reads = countProductReads()
    let isChanged = false
    const changing: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (isChanged || reads.rows.length === 0) return result
        isChanged = true
        await inTransaction(database, bumpCatalogVersion)
        return result
      },
    }
    await exportCatalog(database.withPlugin(reads.plugin).withPlugin(changing), folder, clock)
    const { length } = await listProducts(database)
    expect(reads.rows).toEqual([200, 200, length - 400, 200, 200, length - 400])
    const text = await readFile(join(folder, 'products.json'), 'utf8')
    expect(JSON.parse(text)).toHaveLength(length)
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
    await database.deleteFrom('products').execute()
    await exportCatalog(database, join(parent, 'nothing'), clock)
    expect(await readFile(join(parent, 'nothing', 'products.json'), 'utf8')).toBe('[]\n')
  })

  test('a folder that is not empty is rejected', async () => {
    await mkdir(folder)
    await writeFile(join(folder, 'notes.txt'), 'Mine.')
    await expect(exportCatalog(opened.store.database, folder, clock)).rejects.toThrow('not empty')
    expect(await readdir(folder)).toEqual(['notes.txt'])
  })

  test('a folder that is filled during the export, and one beside it, are left as they are', async () => {
    await mkdir(`${folder}.part`)
    await writeFile(join(`${folder}.part`, 'notes.txt'), 'Mine.')
    const fill = () => {
      mkdirSync(folder)
      writeFileSync(join(folder, 'notes.txt'), 'Mine.')
      return clock()
    }
    await expect(exportCatalog(opened.store.database, folder, fill)).rejects.toThrow('ENOTEMPTY')
    expect((await readdir(parent, { recursive: true })).sort()).toEqual([
      'goods',
      'goods.part',
      'goods.part/notes.txt',
      'goods/notes.txt',
    ])
  })

  test('a failed export leaves nothing behind', async () => {
    await opened.store.database.deleteFrom('media_chunks').execute()
    await expect(exportCatalog(opened.store.database, folder, clock)).rejects.toThrow('missing')
    expect(await readdir(parent)).toEqual([])
  })
})

const text = (most: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    .map((value) => value.trim())
    .filter((value) => value !== '' && value.length <= most)
const slug = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}$/)
const description = fc
  .array(fc.record({ tag: fc.constantFrom(...DESCRIPTION_TAGS), words: text(30) }), { minLength: 1, maxLength: 4 })
  .map((parts) =>
    sanitizeDescription(`<p>x</p>${parts.map(({ tag, words }) => `<${tag}>${words}</${tag}>`).join('')}`).trim(),
  )

/** Any values of a table of fields, as a file holds them. */
function anyFields(fields: Fields) {
  return fc.record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, anyValue(field)])))
}

function anyValue(field: Field): fc.Arbitrary<unknown> {
  const value = isText(field) ? anyText(field) : anyNumber(field)
  return isOptional(field) ? fc.option<unknown>(value) : value
}

function anyText({ type, max, values = [] }: Field): fc.Arbitrary<string> {
  if (type === 'optionalDay') return fc.constantFrom('2026-11-27', '2026-11-30')
  return values.length === 0 ? text(max) : fc.constantFrom(...values)
}

function anyNumber(field: Field): fc.Arbitrary<number> {
  if (isAmount(field)) return fc.integer({ min: 0, max: field.max * 100 }).map((cents) => cents / 100)
  if (field.type === 'optionalWholeNumber') return fc.integer({ min: 0, max: field.max })
  return fc.integer({ min: 1, max: 9999 }).map((tenths) => tenths / 10)
}

const edited = z.strictObject({ ...inputShape(EDITED_FIELDS), ...editedShape })

const product: fc.Arbitrary<ProductDraft> = fc
  .record({
    product_id: fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/),
    stock_quantity: fc.integer({ min: 0, max: 1_000_000 }),
    fields: anyFields(EDITED_FIELDS),
    details: anyFields(DETAIL_FIELDS),
    slug,
    description,
    images: fc.array(fc.record({ file: fc.constant('bag.jpg'), alt: text(50) }), { maxLength: 3 }),
  })
  .map(({ product_id, stock_quantity, fields, ...own }) => {
    const { details, images, ...row } = edited.parse({ ...fields, ...own })
    const { price_cents, sale_price_cents, ...rest } = fromWire(EDITED_FIELDS, row)
    const sale = sale_price_cents !== null && sale_price_cents < price_cents ? sale_price_cents : null
    const sale_until = rest.sale_from === null ? rest.sale_until : rest.sale_from
    const columns = toColumns({ ...rest, details, images, price_cents, sale_price_cents: sale, sale_until })
    return { ...columns, product_id, stock_quantity, position: 0 }
  })

test('any product round-trips through its row in a file', async () => {
  const products = fc.uniqueArray(product, {
    minLength: 1,
    maxLength: 5,
    comparator: (one, other) => one.product_id === other.product_id || one.slug === other.slug,
  })
  await fc.assert(
    fc.asyncProperty(products, fc.array(slug, { maxLength: 3 }), async (before, slugs) => {
      const formerSlugs = new Map(before.map(({ product_id }) => [product_id, [...new Set(slugs)].sort()]))
      const rows = before.map((one) => toFileRow(one, formerSlugs.get(one.product_id) ?? []))
      const parsed = await parseCatalogFile(JSON.stringify(rows), async () => new Map())
      expect(parsed.errors).toEqual([])
      if (parsed.products === null) return
      const changes = compareProducts({ products: before, formerSlugs }, parsed, { stock: true, day: '2026-11-27' })
      expect(changes).toMatchObject({ changed: [], large_price_changes: [] })
      expect(isUnchanged(changes)).toBe(true)
    }),
    { numRuns: 300 },
  )
})
