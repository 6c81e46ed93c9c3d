import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openPhotoShelf } from '../images/photo-shelf.ts'
import { ENGINES, openTestStore, type TestStore } from '../testing/engines.ts'
import { GOODS_FILE } from '../testing/goods.ts'
import { importCatalog } from './catalog.import.ts'
import { findProduct, listProducts } from './catalog.repository.ts'
import { readCatalogVersion } from './catalog-version.ts'

type Row = Record<string, unknown>

describe.each(ENGINES)('catalog import on %s', (engine) => {
  let opened: TestStore
  let folder: string
  let rows: Row[]
  beforeEach(async () => {
    opened = await openTestStore(engine)
    folder = await mkdtemp(join(tmpdir(), 'shop-import-'))
    rows = JSON.parse(await readFile(GOODS_FILE, 'utf8'))
  })
  afterEach(async () => {
    await opened.close()
    await rm(folder, { recursive: true })
  })

  async function importRows(changed: unknown, options = { stock: false }) {
    const file = join(folder, 'products.json')
    await writeFile(file, typeof changed === 'string' ? changed : JSON.stringify(changed))
    return importCatalog(opened.store.database, openPhotoShelf(), file, options)
  }
  const change = (index: number, part: Row) => rows.map((row, at) => (at === index ? { ...row, ...part } : row))

  test('a changed file changes the shop, and raises the version', async () => {
    const before = await readCatalogVersion(opened.store.database)
    const result = await importRows(change(0, { product_name: 'Campus Slim, new', price: 81.5 }))
    expect(result).toMatchObject({ imported: rows.length, errors: [] })
    expect(await findProduct(opened.store.database, '101')).toMatchObject({
      product_name: 'Campus Slim, new',
      price_cents: 8150,
    })
    expect(await readCatalogVersion(opened.store.database)).toBeGreaterThan(before)
  })

  test('stock stays as it is in the shop unless it is asked for', async () => {
    expect(await importRows(change(0, { stock: 1 }))).toMatchObject({ stockKept: 1 })
    expect((await findProduct(opened.store.database, '101'))?.stock_quantity).not.toBe(1)
    expect(await importRows(change(0, { stock: 1 }), { stock: true })).toMatchObject({ stockKept: 0 })
    expect((await findProduct(opened.store.database, '101'))?.stock_quantity).toBe(1)
  })

  test('a product that left the file leaves the shop', async () => {
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
    ['line', { line: 'Unknown' }],
    ['product_id', { product_id: '102' }],
    ['description', { description: '<script>x</script><p> </p>' }],
  ])('a wrong %s is named by row and field, and nothing is changed', async (field, part) => {
    const before = await readCatalogVersion(opened.store.database)
    const result = await importRows(change(0, part))
    expect(result.imported).toBe(0)
    expect(result.errors.some((error) => error.field.startsWith(field))).toBe(true)
    expect(await listProducts(opened.store.database)).toHaveLength(rows.length)
    expect(await readCatalogVersion(opened.store.database)).toBe(before)
  })

  test('a misspelt field is told in words, and nothing is changed', async () => {
    const { imported, errors } = await importRows(change(2, { sotck: 3 }))
    expect(imported).toBe(0)
    expect(errors).toEqual([expect.objectContaining({ row: 3, message: expect.stringContaining('sotck') })])
  })

  test.each(['', 'no json', '{}', '[]', '[null]'])('a file that is no catalog is refused: %j', async (text) => {
    expect((await importRows(text)).errors.length).toBeGreaterThan(0)
    expect(await listProducts(opened.store.database)).toHaveLength(rows.length)
  })

  test('hostile HTML in a description does nothing', async () => {
    const description =
      '<p onclick="x()">Good <script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:x()">words</a></p><iframe></iframe><style>p{}</style><svg><script>x</script></svg>'
    await importRows(change(0, { description }))
    const stored = (await findProduct(opened.store.database, '101'))?.description ?? ''
    expect(stored).toContain('Good')
    expect(stored).toContain('words')
    expect(stored).not.toMatch(/script|onclick|onerror|javascript|img|iframe|style|svg|href/i)
  })
})
