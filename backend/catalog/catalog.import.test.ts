import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readCatalogVersion } from '../catalog-version/catalog-version.ts'
import { findTaxRate } from '../checkout/checkout.repository.ts'
import type { DeliveryAndTax } from '../checkout/checkout-files.ts'
import { inTransaction } from '../database/database.ts'
import { openMediaStore } from '../images/media-store.ts'
import { isCompleteImage } from '../images/resize-image.ts'
import { ENGINES, openTestStore, type TestStore } from '../testing/engines.ts'
import { buildImage, TEST_CATALOG_FILE, testPhotos } from '../testing/test-catalog.ts'
import { type ImportOptions, importCatalog } from './catalog.import.ts'
import { addStock, findProduct, listProducts } from './catalog.repository.ts'

type Row = Record<string, unknown>

describe.each(ENGINES)('catalog import on %s', (engine) => {
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

  async function importRows(changed: unknown, options: ImportOptions = { stock: false }) {
    const file = join(folder, 'products.json')
    await writeFile(file, typeof changed === 'string' ? changed : JSON.stringify(changed))
    return importCatalog(opened.store.database, openMediaStore(await testPhotos()), file, options)
  }
  const change = (index: number, part: Row) => rows.map((row, at) => (at === index ? { ...row, ...part } : row))

  test('a changed file changes the shop, and bumps the version', async () => {
    const before = await readCatalogVersion(opened.store.database)
    const result = await importRows(change(0, { product_name: 'Campus Slim, new', price: 81.5 }))
    expect(result).toMatchObject({ imported: rows.length, errors: [] })
    expect(await findProduct(opened.store.database, '101')).toMatchObject({
      product_name: 'Campus Slim, new',
      price_cents: 8150,
    })
    expect(await readCatalogVersion(opened.store.database)).toBeGreaterThan(before)
  })

  test('stock is not imported unless asked for', async () => {
    expect(await importRows(change(0, { stock: 1 }))).toMatchObject({ stockUnchanged: 1 })
    expect((await findProduct(opened.store.database, '101'))?.stock_quantity).not.toBe(1)
    expect(await importRows(change(0, { stock: 1 }), { stock: true })).toMatchObject({ stockUnchanged: 0 })
    expect((await findProduct(opened.store.database, '101'))?.stock_quantity).toBe(1)
  })

  test('two products can swap slugs', async () => {
    const [first, second] = rows
    const swapped = rows.map((row, at) =>
      at === 0 ? { ...row, slug: second?.slug } : at === 1 ? { ...row, slug: first?.slug } : row,
    )
    expect((await importRows(swapped)).errors).toEqual([])
    expect(await findProduct(opened.store.database, '101')).toMatchObject({ slug: second?.slug })
    expect(await findProduct(opened.store.database, '102')).toMatchObject({ slug: first?.slug })
  })

  test('stock restored during an import is not lost', async () => {
    const { database } = opened.store
    const before = (await findProduct(database, '101'))?.stock_quantity ?? 0
    const give = () => inTransaction(database, (trx) => addStock(trx, [{ product_id: '101', quantity: 2 }]))
    await Promise.all([give(), importRows(rows), give(), importRows(rows), give()])
    expect(await findProduct(database, '101')).toMatchObject({ stock_quantity: before + 6 })
  })

  test('a product missing from the file is removed', async () => {
    const result = await importRows(rows.slice(1))
    expect(result.removed).toEqual(['101'])
    expect(await findProduct(opened.store.database, '101')).toBeNull()
  })

  test.each([
    ['price', { price: -1 }],
    ['price', { price: '79' }],
    ['price', { price: 79.999 }],
    ['stock', { stock: 1.5 }],
    ['product_name', { product_name: '' }],
    ['slug', { slug: 'Not A Slug' }],
    ['images', { images: [{ file: '../package.json', alt: 'x' }] }],
    ['images', { images: [{ file: 'missing.jpg', alt: 'x' }] }],
    ['images', { images: [{ file: 'my photo.jpg', alt: 'x' }] }],
    ['line', { line: 'Unknown' }],
    ['product_id', { product_id: '102' }],
    ['description', { description: '<script>x</script><p> </p>' }],
  ])('an invalid %s is reported by row and field, and nothing is changed', async (field, part) => {
    const before = await readCatalogVersion(opened.store.database)
    const result = await importRows(change(0, part))
    expect(result.imported).toBe(0)
    expect(result.errors.some((error) => error.field.startsWith(field))).toBe(true)
    expect(await listProducts(opened.store.database)).toHaveLength(rows.length)
    expect(await readCatalogVersion(opened.store.database)).toBe(before)
  })

  test('a misspelt field is reported, and nothing is changed', async () => {
    const { imported, errors } = await importRows(change(2, { sotck: 3 }))
    expect(imported).toBe(0)
    expect(errors).toEqual([expect.objectContaining({ row: 3, message: expect.stringContaining('sotck') })])
  })

  test('each problem with a picture has its own message', async () => {
    const photos = await testPhotos()
    const files = {
      'my photo.jpg': 'picture',
      'Capital.JPG': 'picture',
      'words.jpg': 'This is no picture.',
      'empty.jpg': '',
    }
    for (const [file, content] of Object.entries(files)) await writeFile(join(photos, file), content)
    await writeFile(join(photos, 'damaged.jpg'), (await buildImage(400)).subarray(0, -2000))
    await rm(join(photos, 'locked.jpg'), { force: true })
    // File permissions do not stop root from reading; the memory of a process does.
    if (process.getuid?.() === 0) await symlink('/proc/self/mem', join(photos, 'locked.jpg'))
    else await writeFile(join(photos, 'locked.jpg'), 'picture', { mode: 0 })
    const images = ['my photo.jpg', 'capital.jpg', 'words.jpg', 'empty.jpg', 'damaged.jpg', 'missing.jpg', 'locked.jpg']
    const changed = change(0, { images: images.map((file) => ({ file, alt: 'x' })) })
    const { errors } = await importRows(changed, { stock: false, isComplete: isCompleteImage })
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('"my photo.jpg" is no name'),
      'there is no photograph "capital.jpg", but there is "Capital.JPG": small and capital letters count',
      'the file "words.jpg" is there, but it holds no picture of a kind the shop can read',
      'the file "empty.jpg" is empty',
      'the picture "damaged.jpg" is damaged: it cannot be read to its end',
      'there is no photograph "missing.jpg"',
      expect.stringMatching(/^the file "locked\.jpg" is there, but the shop may not or cannot read it \(E[A-Z]+\)/),
    ])
  })

  test('delivery options and tax rates are replaced with the products, or nothing is', async () => {
    const { database } = opened.store
    const taxOf = (rate_millionths: number): DeliveryAndTax => ({
      options: [],
      rates: [{ state: 'CA', rate_millionths }],
    })
    const before = await readCatalogVersion(database)
    await importRows(rows, { stock: false, deliveryAndTax: taxOf(1) })
    expect(await findTaxRate(database, 'CA')).toBe(1)
    expect(await readCatalogVersion(database)).toBe(before + 1)
    await expect(importRows(change(0, { price: 5 }), { stock: false, deliveryAndTax: taxOf(-1) })).rejects.toThrow()
    expect((await findProduct(database, '101'))?.price_cents).not.toBe(500)
  })

  test.each(['', 'no json', '{}', '[]', '[null]'])('a file that is not a catalog is rejected: %j', async (text) => {
    expect((await importRows(text)).errors.length).toBeGreaterThan(0)
    expect(await listProducts(opened.store.database)).toHaveLength(rows.length)
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
