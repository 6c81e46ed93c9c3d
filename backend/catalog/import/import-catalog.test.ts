import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { listAudit } from '../../admin/audit/audit.repository.ts'
import { undoChange } from '../../admin/audit/undo-change.ts'
import { openPictureReader } from '../../media/sizes/image-resizer.ts'
import { findMedia } from '../../media/store/media.repository.ts'
import { UNDO_RULES } from '../../modules.ts'
import { bumpCatalogVersion, readCatalogVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { findTaxRate } from '../../tax/tax-rates.repository.ts'
import { countProductReads } from '../../testing/count-product-reads.ts'
import { ENGINES, openTestStore, type TestStore } from '../../testing/servers/engines.ts'
import { buildImage, TEST_CATALOG, TEST_CATALOG_FILE, testPhotos } from '../../testing/test-catalog.ts'
import { testsOn } from '../../testing/tests-on.ts'
import { findPresentSlug, findProduct, listProducts } from '../catalog.repository.ts'
import { readLines } from '../lines/change-lines.ts'
import { addStock } from '../stock.repository.ts'
import type { CatalogSource } from './catalog-source.ts'
import { exportCatalog } from './export-catalog.ts'
import { loadFirstCatalog } from './first-catalog.ts'
import { type ImportOptions, type ImportResult, importCatalog } from './import-catalog.ts'

type Row = Record<string, unknown>

describe.each(ENGINES)('catalog import on %s', (engine) => {
  const { test, onBoth } = testsOn(engine)
  let opened: TestStore
  let folder: string
  let rows: Row[]
  beforeEach(async () => {
    opened = await openTestStore(engine)
    folder = await mkdtemp(join(tmpdir(), 'shop-import-'))
    rows = JSON.parse(await readFile(TEST_CATALOG_FILE, 'utf8'))
  })
  afterEach(async () => {
    await opened.close()
    await rm(folder, { recursive: true })
  })

  const OPTIONS: ImportOptions = {
    actor: 'test',
    clock: () => new Date(),
    stock: false,
    apply: true,
    large_price_changes: true,
  }
  /** Includes pictures of a folder, which most tests do not change. */
  async function importRows(
    changed: unknown,
    options: Partial<ImportOptions> = {},
    { photosFolder = join(folder, 'photos'), checkoutFolder = null }: Partial<CatalogSource> = {},
  ) {
    const productsFile = join(folder, 'products.json')
    await writeFile(productsFile, typeof changed === 'string' ? changed : JSON.stringify(changed))
    const source = { productsFile, photosFolder, checkoutFolder }
    return importCatalog(opened.store.database, source, { ...OPTIONS, ...options })
  }
  const errorsOf = ({ errors }: ImportResult) => errors?.rows ?? []
  const change = (index: number, part: Row) => rows.map((row, at) => (at === index ? { ...row, ...part } : row))

  test('importing a changed file changes the shop and bumps the version', async () => {
    const before = await readCatalogVersion(opened.store.database)
    const result = await importRows(change(0, { product_name: 'Campus Slim, new', price: 81.5 }))
    expect(result).toMatchObject({ applied: true, changes: { products: { added: [], gone: [] } } })
    expect(result.changes?.products.changed).toEqual([
      {
        key: '101',
        name: 'Campus Slim, new',
        fields: [
          { field: 'product_name', before: rows[0]?.product_name, after: 'Campus Slim, new' },
          { field: 'price', before: 79, after: 81.5 },
        ],
      },
    ])
    expect(await findProduct(opened.store.database, '101')).toMatchObject({
      product_name: 'Campus Slim, new',
      price_cents: 8150,
    })
    expect(await readCatalogVersion(opened.store.database)).toBeGreaterThan(before)
  })

  test('stock is imported only on request', async () => {
    expect((await importRows(change(0, { stock: 1 }))).changes?.products.changed).toEqual([])
    expect((await findProduct(opened.store.database, '101'))?.stock_quantity).not.toBe(1)
    expect((await importRows(change(0, { stock: 1 }), { stock: true })).changes?.products.changed).toMatchObject([
      { key: '101', fields: [{ field: 'stock', after: 1 }] },
    ])
    expect((await findProduct(opened.store.database, '101'))?.stock_quantity).toBe(1)
  })

  test('two products may swap their slugs', async () => {
    const [first, second] = rows
    const swapped = rows.map((row, at) =>
      at === 0 ? { ...row, slug: second?.slug } : at === 1 ? { ...row, slug: first?.slug } : row,
    )
    expect(await importRows(swapped)).toMatchObject({ applied: true })
    expect(await findProduct(opened.store.database, '101')).toMatchObject({ slug: second?.slug })
    expect(await findProduct(opened.store.database, '102')).toMatchObject({ slug: first?.slug })
  })

  /** Imports rows while one piece of product 101 is sold, and returns the log's entry. */
  async function importWhileSold(changed: unknown, options: Partial<ImportOptions>) {
    const { database } = opened.store
    let isSold = false
    const sellingBefore: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        // Delivery options are read after the products, and before the transaction.
        if (isSold || !result.rows.some((row) => 'display_text' in row)) return result
        isSold = true
        await inTransaction(database, (trx) => addStock(trx, [{ product_id: '101', quantity: -1 }]))
        return result
      },
    }
    const productsFile = join(folder, 'products.json')
    await writeFile(productsFile, JSON.stringify(changed))
    const source = { productsFile, photosFolder: join(folder, 'photos'), checkoutFolder: null }
    await importCatalog(database.withPlugin(sellingBefore), source, { ...OPTIONS, ...options })
    const [entry] = await listAudit(database, {}, 1)
    return entry
  }

  const undo = (entry: { id: number } | undefined) =>
    undoChange(
      { database: opened.store.database, clock: () => new Date(), actor: 'test', rules: UNDO_RULES },
      entry?.id ?? 0,
    )

  test('sales during an import of stock are no part of it, and the undo restores the earlier stock', async () => {
    const { database } = opened.store
    const before = (await findProduct(database, '101'))?.stock_quantity ?? 0
    const entry = await importWhileSold(change(0, { stock: before + 5 }), { stock: true })
    expect(entry).toMatchObject({
      before: { 101: { stock_quantity: before - 1 } },
      after: { 101: { stock_quantity: before + 4 } },
    })
    expect(await findProduct(database, '101')).toMatchObject({ stock_quantity: before + 4, version: 0 })
    await undo(entry)
    expect(await findProduct(database, '101')).toMatchObject({ stock_quantity: before - 1, version: 0 })
  })

  onBoth('a product that is deleted by an import comes back without what was sold during it', async () => {
    const { database } = opened.store
    const before = (await findProduct(database, '101'))?.stock_quantity ?? 0
    await undo(await importWhileSold(rows.slice(1), {}))
    expect(await findProduct(database, '101')).toMatchObject({ stock_quantity: before - 1 })
  })

  onBoth('an id with a character that no database stores is an error of its row', async () => {
    expect(errorsOf(await importRows(change(0, { product_id: '1\u0000' })))).toMatchObject([
      { row: 1, field: 'product_id' },
    ])
  })

  test('stock restored during an import is not lost', async () => {
    const { database } = opened.store
    const before = (await findProduct(database, '101'))?.stock_quantity ?? 0
    const give = () => inTransaction(database, (trx) => addStock(trx, [{ product_id: '101', quantity: 2 }]))
    await Promise.all([
      give(),
      importRows(change(0, { price: 80 })),
      give(),
      importRows(change(0, { price: 81 })),
      give(),
    ])
    expect(await findProduct(database, '101')).toMatchObject({ stock_quantity: before + 6 })
  })

  onBoth('a product that is not in the file is deleted', async () => {
    const result = await importRows(rows.slice(1))
    expect(result.changes?.products.gone).toEqual([{ key: '101', name: rows[0]?.product_name }])
    expect(await findProduct(opened.store.database, '101')).toBeNull()
  })

  test.each([
    ['price', { price: -1 }],
    ['price', { price: '79' }],
    ['price', { price: 79.999 }],
    ['sale_price', { sale_price: 79 }],
    ['sale_price', { sale_price: -1 }],
    ['status', { status: 'sold' }],
    ['former_slugs', { former_slugs: ['Not A Slug'] }],
    ['stock', { stock: 1.5 }],
    ['product_name', { product_name: '' }],
    ['slug', { slug: 'Not A Slug' }],
    ['images', { images: [{ file: '../../package.json', alt: 'x' }] }],
    ['images', { images: [{ file: 'missing.jpg', alt: 'x' }] }],
    ['images', { images: [{ file: 'my photo.jpg', alt: 'x' }] }],
    ['line', { line: 'x'.repeat(51) }],
    ['product_id', { product_id: '102' }],
    ['description', { description: '<script>x</script><p> </p>' }],
  ])('a wrong %s is named by row and field, and nothing is changed', async (field, part) => {
    const before = await readCatalogVersion(opened.store.database)
    const result = await importRows(change(0, part))
    expect(result.applied).toBe(false)
    expect(errorsOf(result).some((error) => error.field.startsWith(field))).toBe(true)
    expect(await listProducts(opened.store.database)).toHaveLength(rows.length)
    expect(await readCatalogVersion(opened.store.database)).toBe(before)
  })

  test('the lines of a shop are those of its products', async () => {
    const result = await importRows(change(0, { line: 'Walker' }))
    expect(result.applied).toBe(true)
    expect((await readLines(opened.store.database)).lines.map(({ line }) => line)).toContain('Walker')
    const renamed = await importRows(rows.slice(0, 1).map((row) => ({ ...row, line: 'Rider' })))
    expect(renamed.applied).toBe(true)
    expect((await findProduct(opened.store.database, String(rows[0]?.product_id)))?.line).toBe('Rider')
  })

  test('a misspelt field is reported in a sentence, and nothing is changed', async () => {
    const result = await importRows(change(2, { sotck: 3 }))
    expect(errorsOf(result)).toEqual([expect.objectContaining({ row: 3, message: expect.stringContaining('sotck') })])
  })

  test('each problem with a picture has its own message', async () => {
    const photos = join(folder, 'photos')
    await mkdir(photos)
    const files = {
      'my photo.jpg': 'picture',
      'Capital.JPG': 'picture',
      'words.jpg': 'This is no picture.',
      'empty.jpg': '',
    }
    for (const [file, content] of Object.entries(files)) await writeFile(join(photos, file), content)
    await writeFile(join(photos, 'damaged.jpg'), (await buildImage(400)).subarray(0, -2000))
    // File permissions do not stop root; the memory of a process stops everyone.
    if (process.getuid?.() === 0) await symlink('/proc/self/mem', join(photos, 'locked.jpg'))
    else await writeFile(join(photos, 'locked.jpg'), 'picture', { mode: 0 })
    const images = ['my photo.jpg', 'capital.jpg', 'words.jpg', 'empty.jpg', 'damaged.jpg', 'missing.jpg', 'locked.jpg']
    const changed = change(0, { images: images.map((file) => ({ file, alt: 'x' })) })
    const pictures = openPictureReader()
    const result = await importRows(changed, { readPicture: pictures.read }).finally(pictures.close)
    expect(errorsOf(result).map(({ message }) => message)).toEqual([
      expect.stringContaining('"my photo.jpg" is no name'),
      'there is no photograph "capital.jpg", but there is "Capital.JPG": upper and lower case matter',
      'the file "words.jpg" is there, but it holds no picture of a kind the shop can read; save it as JPEG or PNG',
      'the file "empty.jpg" is empty',
      'the picture "damaged.jpg" is damaged: it cannot be read to its end',
      'there is no photograph "missing.jpg"',
      expect.stringMatching(/^the file "locked\.jpg" is there, but the shop may not or cannot read it \(E[A-Z]+\)/),
    ])
  })

  onBoth('at the first start a photograph that cannot be read is at fault, not the products', async () => {
    const photos = join(folder, 'photos')
    await cp(await testPhotos(), photos, { recursive: true })
    const [{ images }] = JSON.parse(await readFile(TEST_CATALOG_FILE, 'utf8'))
    const locked = join(photos, images[0].file)
    await rm(locked)
    // Neither may root open a link to itself.
    await symlink(locked, locked)
    const { database } = opened.store
    await database.updateTable('catalog_meta').set({ version: 0 }).execute()
    const source = { productsFile: TEST_CATALOG_FILE, photosFolder: photos, checkoutFolder: null }
    await expect(loadFirstCatalog(database, source)).rejects.toThrow(
      `catalog/photos: the file "${images[0].file}" is there, but the shop may not or cannot read it (ELOOP)`,
    )
    await rm(locked)
    await expect(loadFirstCatalog(database, source)).rejects.toThrow(
      `catalog/products.json, row 1, images[0].file: there is no photograph "${images[0].file}"`,
    )
  })

  test('a folder is imported with its pictures, delivery options and tax rates, or not at all', async () => {
    const { database } = opened.store
    await cp(TEST_CATALOG, folder, { recursive: true })
    await mkdir(join(folder, 'photos'))
    await writeFile(join(folder, 'photos', 'workshop.jpg'), await buildImage(30))
    const rates = JSON.parse(await readFile(join(folder, 'tax-rates.json'), 'utf8'))
    await writeFile(join(folder, 'tax-rates.json'), JSON.stringify({ ...rates, rates: { ...rates.rates, CA: 0.05 } }))
    const before = await readCatalogVersion(database)
    const cheaper = change(0, { price: 78 })
    const preview = await importRows(cheaper, { apply: false }, { checkoutFolder: folder })
    expect(preview).toMatchObject({
      applied: false,
      changes: {
        products: { changed: [{ key: '101' }] },
        deliveryOptions: { added: [], changed: [], gone: [] },
        taxRates: { changed: [{ key: 'CA', fields: [{ field: 'rate', before: 0.0903, after: 0.05 }] }] },
        media: { added: ['workshop.jpg'], replaced: [] },
      },
    })
    expect(await readCatalogVersion(database)).toBe(before)
    await writeFile(join(folder, 'photos', 'words.jpg'), 'This is no picture.')
    const rejected = await importRows(cheaper, {}, { checkoutFolder: folder })
    expect(rejected.errors?.problems).toEqual([expect.stringContaining('"words.jpg"')])
    expect(await findMedia(database, 'workshop.jpg')).toBeNull()
    expect((await findProduct(database, '101'))?.price_cents).toBe(7900)

    await rm(join(folder, 'photos', 'words.jpg'))
    expect(await importRows(cheaper, {}, { checkoutFolder: folder })).toMatchObject({ applied: true })
    expect(await findTaxRate(database, 'CA')).toBe(50_000)
    expect(await findMedia(database, 'workshop.jpg')).toMatchObject({ width: 30 })
    expect(await readCatalogVersion(database)).toBe(before + 1)
  })

  test('an unchanged file changes nothing', async () => {
    const before = await readCatalogVersion(opened.store.database)
    expect(await importRows(rows)).toMatchObject({ applied: true })
    expect(await readCatalogVersion(opened.store.database)).toBe(before)
  })

  test('a new order of the products is reported and imported', async () => {
    const [first, second, ...rest] = rows
    const result = await importRows([second, first, ...rest])
    expect(result.changes?.products).toMatchObject({ reordered: true, changed: [], added: [], gone: [] })
    expect((await listProducts(opened.store.database)).slice(0, 2).map(({ product_id }) => product_id)).toEqual([
      '102',
      '101',
    ])
  })

  test('prices that change by more than half need a confirmation', async () => {
    const { database } = opened.store
    const half = { price: 79, sale_price: 39 }
    const result = await importRows(change(0, half), { large_price_changes: false })
    expect(result).toMatchObject({ applied: false, changes: { products: { large_price_changes: ['101'] } } })
    expect(await findProduct(database, '101')).toMatchObject({ sale_price_cents: null })
    expect(await importRows(change(0, half))).toMatchObject({ applied: true })
    expect(await findProduct(database, '101')).toMatchObject({ price_cents: 7900, sale_price_cents: 3900 })
  })

  test('an earlier slug redirects to the new one, until another product takes it', async () => {
    const { database } = opened.store
    await importRows(change(0, { slug: 'campus-light' }))
    expect(await findPresentSlug(database, 'campus-slim-blue')).toBe('campus-light')
    await importRows(change(0, { slug: 'campus-lighter', former_slugs: ['campus-first'] }))
    expect(await findPresentSlug(database, 'campus-slim-blue')).toBe('campus-lighter')
    expect(await findPresentSlug(database, 'campus-light')).toBe('campus-lighter')
    expect(await findPresentSlug(database, 'campus-first')).toBe('campus-lighter')
    const [first, second, ...rest] = rows
    await importRows([{ ...first, slug: 'campus-lighter' }, { ...second, slug: 'campus-slim-blue' }, ...rest])
    expect(await findPresentSlug(database, 'campus-slim-blue')).toBeNull()
    expect(await findPresentSlug(database, String(second?.slug))).toBe('campus-slim-blue')
  })

  test('only changed products have a new version', async () => {
    const { database } = opened.store
    await importRows(change(0, { status: 'hidden' }))
    expect(await findProduct(database, '101')).toMatchObject({ status: 'hidden', version: 1 })
    expect(await findProduct(database, '102')).toMatchObject({ version: 0 })
  })

  onBoth('a product that only moves keeps its version, also when that is undone', async () => {
    const { database } = opened.store
    const [first, second] = await listProducts(database)
    const image = { file: first?.pictures[0]?.file ?? '', alt: 'Another text' }
    const renewed = rows.map((row, at) => (at === 2 ? { ...row, images: [image] } : row))
    await importRows(renewed.slice(1))
    const versionsOf = async () => (await listProducts(database)).slice(0, 3).map(({ version }) => version)
    expect(await findProduct(database, '102')).toEqual({ ...second, position: 0 })
    expect(await versionsOf()).toEqual([0, 1, 0])
    const entries = await listAudit(database, {}, 10)
    const entry = entries.find(({ action }) => action === 'products.imported')
    await undoChange({ database, clock: () => new Date(), actor: 'test', rules: UNDO_RULES }, entry?.id ?? 0)
    expect(await findProduct(database, '102')).toEqual(second)
    expect(await versionsOf()).toEqual([0, 0, 2])
  })

  test('a catalog is read in parts', async () => {
    const { database } = opened.store
    const many = Array.from({ length: 450 }, (_, index) => ({
      ...rows[0],
      product_id: `n-${index}`,
      slug: `n-${index}`,
      images: [],
    }))
    await importRows([...rows, ...many])
    const reads = countProductReads()
    const source = { productsFile: join(folder, 'products.json'), photosFolder: folder, checkoutFolder: null }
    await writeFile(source.productsFile, JSON.stringify([...rows, ...many.slice(0, 300).toReversed()]))
    const { changes } = await importCatalog(database.withPlugin(reads.plugin), source, OPTIONS)
    expect(changes?.products).toMatchObject({ added: [], changed: [], reordered: true })
    expect(changes?.products.gone.map(({ key }) => key)).toEqual(many.slice(300).map(({ product_id }) => product_id))
    expect(Math.max(...reads.rows)).toBe(200)
    expect((await listProducts(database)).at(-1)?.product_id).toBe('n-0')
  })

  test.each(['', 'no json', '{}', '[]', '[null]'])('a file that is not a catalog is rejected: %j', async (text) => {
    expect(errorsOf(await importRows(text)).length).toBeGreaterThan(0)
    expect(await listProducts(opened.store.database)).toHaveLength(rows.length)
  })

  describe('of a folder with one price changed', () => {
    const photos = () => join(folder, 'photos')
    async function exportRows() {
      await rm(folder, { recursive: true })
      await exportCatalog(opened.store.database, folder, () => new Date())
      rows = JSON.parse(await readFile(join(folder, 'products.json'), 'utf8'))
    }
    const importFolder = (changed: unknown, options: Partial<ImportOptions> = {}) =>
      importRows(changed, options, { checkoutFolder: folder })
    /** Other bytes of the same size, in which no picture can be found. */
    async function spoil(name: string, modified: Date) {
      const path = join(photos(), name)
      await writeFile(path, Buffer.alloc((await stat(path)).size))
      await utimes(path, modified, modified)
    }

    onBoth('all products are read once', async () => {
      const { database } = opened.store
      await exportRows()
      const reads = countProductReads()
      const source = { productsFile: join(folder, 'products.json'), photosFolder: photos(), checkoutFolder: folder }
      await writeFile(source.productsFile, JSON.stringify(change(0, { price: 80 })))
      expect(await importCatalog(database.withPlugin(reads.plugin), source, OPTIONS)).toMatchObject({ applied: true })
      expect(reads.rows).toEqual([rows.length])
      const [entry] = await listAudit(database, {}, 1)
      expect(entry).toMatchObject({ before: { 101: { price_cents: 7900 } }, after: { 101: { price_cents: 8000 } } })
    })

    test('only the changed product is written, and no description of the shop is sanitized again', async () => {
      const { database } = opened.store
      // The sanitizer would change it.
      const kept = '<p class="x">Kept</p>'
      await database.updateTable('products').set({ description: kept }).where('product_id', '=', '102').execute()
      await exportRows()
      const written: string[] = []
      const watch: KyselyPlugin = {
        transformQuery: ({ node }) => {
          if (node.kind !== 'SelectQueryNode') written.push(JSON.stringify(node))
          return node
        },
        transformResult: async ({ result }) => result,
      }
      const source = { productsFile: join(folder, 'products.json'), photosFolder: photos(), checkoutFolder: null }
      const description = '<p onclick="x()">Other words</p>'
      await writeFile(source.productsFile, JSON.stringify(change(0, { price: 80, description })))
      const { changes } = await importCatalog(database.withPlugin(watch), source, OPTIONS)
      expect(changes?.products.changed.map(({ key }) => key)).toEqual(['101'])
      expect((await findProduct(database, '102'))?.description).toBe(kept)
      expect((await findProduct(database, '101'))?.description).toBe('<p>Other words</p>')
      // It is staged, and taken.
      expect(written.filter((node) => node.includes('"product_name"'))).toHaveLength(2)
      expect(written.join()).not.toContain(String(rows[1]?.product_name))
    })

    test('a photograph that is not newer than the one in the shop is not opened, and a newer one is', async () => {
      await exportRows()
      const [name = ''] = (await readdir(photos())).filter((file) => file.endsWith('.jpg'))
      const { created_at } = (await findMedia(opened.store.database, name)) ?? { created_at: '' }
      await spoil(name, new Date(created_at))
      const cheaper = change(0, { price: 80 })
      expect(await importFolder(cheaper)).toMatchObject({ applied: true, changes: { media: { replaced: [] } } })
      await spoil(name, new Date(Date.parse(created_at) + 1000))
      expect((await importFolder(rows)).errors?.problems).toEqual([expect.stringContaining(`"${name}"`)])
    })

    test('a photograph of another size replaces the one in the shop, however old it is', async () => {
      await exportRows()
      const [name = ''] = (await readdir(photos())).filter((file) => file.endsWith('.jpg'))
      await writeFile(join(photos(), name), await buildImage(40))
      await utimes(join(photos(), name), new Date(0), new Date(0))
      expect(await importFolder(rows)).toMatchObject({ applied: true, changes: { media: { replaced: [name] } } })
      expect(await findMedia(opened.store.database, name)).toMatchObject({ width: 40 })
    })

    onBoth('a photograph that the shop stores shorter than its file is opened once', async () => {
      const phone = 'phone.jpg'
      const image = { file: phone, alt: 'A bag on a bench' }
      const shown = change(0, { images: [image] })
      await exportRows()
      const path = join(photos(), phone)
      await cp(join(import.meta.dirname, '../../testing/media/phone-gps.jpg'), path)
      expect(await importFolder(shown)).toMatchObject({ applied: true, changes: { media: { added: [phone] } } })
      expect((await findMedia(opened.store.database, phone))?.bytes).toBeLessThan((await stat(path)).size)
      await spoil(phone, new Date(Math.floor((await stat(path)).mtimeMs)))
      expect(await importFolder(shown)).toMatchObject({ applied: true, changes: { media: { replaced: [] } } })
      // A newer copy is opened once, and then it is the one that is known.
      const later = new Date('2100-01-01T00:00:00Z')
      await cp(join(import.meta.dirname, '../../testing/media/phone-gps.jpg'), path)
      await utimes(path, later, later)
      expect(await importFolder(shown, { apply: false })).toMatchObject({ changes: { media: { replaced: [] } } })
      expect(await importFolder(shown)).toMatchObject({ applied: true, changes: { media: { replaced: [] } } })
      await spoil(phone, later)
      expect(await importFolder(shown)).toMatchObject({ applied: true, changes: { media: { replaced: [] } } })
      await spoil(phone, new Date(later.getTime() + 1000))
      expect((await importFolder(shown)).errors?.problems).toEqual([expect.stringContaining(`"${phone}"`)])
    })

    test('a newer copy of the same photograph changes nothing', async () => {
      await exportRows()
      for (const name of await readdir(photos())) await utimes(join(photos(), name), new Date(), new Date('2100-01-01'))
      expect(await importFolder(rows)).toMatchObject({ changes: { media: { added: [], replaced: [] } } })
    })
  })

  test('products that change between the comparison and the import are compared again', async () => {
    const { database } = opened.store
    let isChanged = false
    const changedBefore: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        // Delivery options are read after the products, and before the transaction.
        if (isChanged || !result.rows.some((row) => 'display_text' in row)) return result
        isChanged = true
        await inTransaction(database, async (trx) => {
          await bumpCatalogVersion(trx)
          await trx.updateTable('products').set({ price_cents: 500 }).where('product_id', '=', '102').execute()
        })
        return result
      },
    }
    const productsFile = join(folder, 'products.json')
    await writeFile(productsFile, JSON.stringify(change(0, { price: 80 })))
    const source = { productsFile, photosFolder: join(folder, 'photos'), checkoutFolder: null }
    const run = (large_price_changes: boolean) =>
      importCatalog(database.withPlugin(changedBefore), source, { ...OPTIONS, large_price_changes })
    expect(await run(false)).toMatchObject({ applied: false, changes: { products: { large_price_changes: ['102'] } } })
    expect(await findProduct(database, '101')).toMatchObject({ price_cents: 7900 })
    isChanged = false
    expect((await run(true)).changes?.products.changed.map(({ key }) => key)).toEqual(['101', '102'])
    expect((await findProduct(database, '102'))?.price_cents).not.toBe(500)
  })

  test('hostile HTML in a description is removed', async () => {
    const description =
      '<p onclick="x()">Good <script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x()">words</a></p><iframe></iframe><style>p{}</style><svg><script>x</script></svg>'
    await importRows(change(0, { description }))
    const stored = (await findProduct(opened.store.database, '101'))?.description ?? ''
    expect(stored).toContain('Good')
    expect(stored).toContain('words')
    expect(stored).not.toMatch(/script|onclick|onerror|javascript|img|iframe|style|svg|href/i)
  })
})
