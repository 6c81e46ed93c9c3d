import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { catalogCalls } from '@shop/contract/catalog/calls'
import { createClient } from '@shop/contract/http/client'
import { findSource } from '../../backend/catalog/import/catalog-source.ts'
import { exportCatalog } from '../../backend/catalog/import/export-catalog.ts'
import { FIRST_CATALOG, loadFirstCatalog } from '../../backend/catalog/import/first-catalog.ts'
import { importCatalog } from '../../backend/catalog/import/import-catalog.ts'
import { startPhotoImport } from '../../backend/media/import-photos.ts'
import { openStore } from '../../backend/platform/database/database.ts'
import { PHOTOS_FOLDER } from '../../backend/platform/lib/files.ts'
import { parseProductFilter } from '../../storefront/catalog/list/product-filter.ts'
import { selectProducts } from '../../storefront/catalog/list/select-products.ts'
import { residentMegabytes } from '../../tests/harness/process-usage.ts'
import { OWNERS_SHOP, startShop } from '../../tests/harness/shop/shop-server.ts'
import { median } from '../load.ts'

const TYPED_SEARCHES = ['b', 'bl', 'blu', 'blue', 'blue 4', 'blue 42']

/**
 * The product list with this many products: bytes of the page as sent, and milliseconds to filter after one keystroke.
 */
export async function listOf(products: number): Promise<{ pageBytes: number; filterMs: number }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  await fill(dataDir, products)
  const shop = await startShop({ DEMO: 'off' }, { dataDir, program: OWNERS_SHOP })
  try {
    const page = await (await fetch(`${shop.address}/shop`)).text()
    const { products: listed } = await createClient(shop.address, fetch)(catalogCalls.listProducts, {})
    if (listed.length !== products) throw new Error(`${listed.length} products instead of ${products}`)
    const times = TYPED_SEARCHES.flatMap((q) => {
      const filter = parseProductFilter(new URLSearchParams({ q }))
      return Array.from({ length: 20 }, () => {
        const started = performance.now()
        selectProducts(listed, filter)
        return performance.now() - started
      })
    })
    return { pageBytes: brotliCompressSync(page).length, filterMs: median(times) }
  } finally {
    await shop.stop()
  }
}

/** Seconds until a shop with this many products has sent its list for the first time, and its memory in megabytes then. */
export async function firstListOf(products: number): Promise<{ seconds: number; megabytes: number | null }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  await fill(dataDir, products)
  const shop = await startShop({ DEMO: 'off' }, { dataDir, program: OWNERS_SHOP })
  try {
    const started = performance.now()
    const response = await fetch(`${shop.address}${catalogCalls.listProducts.path}`)
    await response.arrayBuffer()
    return { seconds: (performance.now() - started) / 1000, megabytes: await residentMegabytes(shop.pid) }
  } finally {
    await shop.stop()
  }
}

/** Times that one price is changed. */
const PRICE_CHANGES = 5

/** Seconds of an import of the catalog with one changed price among this many products with their pictures, once the code is compiled. */
export async function importOneOf(products: number): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-bench-'))
  await fill(dataDir, products)
  const { database, close } = await openStore({ databaseUrl: null, dataDir })
  try {
    const folder = join(dataDir, 'goods')
    await exportCatalog(database, folder, () => new Date())
    const source = { ...(await findSource(folder)), checkoutFolder: FIRST_CATALOG.checkoutFolder }
    const rows: Record<string, unknown>[] = JSON.parse(await readFile(source.productsFile, 'utf8'))
    const seconds: number[] = []
    for (const row of rows.slice(0, PRICE_CHANGES)) {
      row.price = Number(row.price) + 1
      await writeFile(source.productsFile, JSON.stringify(rows))
      const started = performance.now()
      const options = { actor: 'bench', clock: () => new Date(), stock: false, apply: true, large_price_changes: true }
      const { changes } = await importCatalog(database, source, options)
      seconds.push((performance.now() - started) / 1000)
      if (changes?.products.changed.length !== 1) throw new Error('another number of prices changed')
    }
    return median(seconds)
  } finally {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Fills a shop with copies of the catalog's products under other ids, and with the pictures that its first start imports. */
async function fill(dataDir: string, count: number): Promise<void> {
  const rows: Record<string, unknown>[] = JSON.parse(await readFile(FIRST_CATALOG.productsFile, 'utf8'))
  const many = Array.from({ length: count }, (_, i) => ({
    ...rows[i % rows.length],
    product_id: String(10_000 + i),
    slug: `bag-${i}`,
    product_name: `Bag ${i}, ${i % 2 === 0 ? 'Blue' : 'Grey'}`,
  }))
  const file = join(dataDir, 'many.json')
  await writeFile(file, JSON.stringify(many))
  const store = await openStore({ databaseUrl: null, dataDir })
  await loadFirstCatalog(store.database, { ...FIRST_CATALOG, productsFile: file })
  const silent = { info: () => {}, warn: () => {} }
  await (await startPhotoImport({ database: store.database, folder: PHOTOS_FOLDER, log: silent }))?.done
  await store.close()
}
