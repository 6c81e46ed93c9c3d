import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deliveryCalls } from '@shop/contract/delivery/calls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findProduct } from '../catalog/catalog.repository.ts'
import { importDeliveryAndTax } from '../delivery/delivery-and-tax-files.ts'
import { findTaxRate } from '../tax/tax-rates.repository.ts'
import { runTestCommand } from '../testing/processes/run-test-command.ts'
import { TEST_CATALOG, TEST_CATALOG_FILE } from '../testing/test-catalog.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let folder: string
beforeEach(async () => {
  shop = await openTestShop('sqlite')
  folder = await mkdtemp(join(tmpdir(), 'shop-catalog-'))
  await importDeliveryAndTax(shop.store.database, { options: [], rates: [] })
})
afterEach(async () => {
  await shop.close()
  await rm(folder, { recursive: true })
})

const run = (...words: string[]) => runTestCommand(shop, ['catalog', ...words])
/** The test catalog with another price for its first product. */
const writePrice = async (price: number) => {
  const [first, ...rest] = JSON.parse(await readFile(TEST_CATALOG_FILE, 'utf8'))
  const file = join(folder, 'products.json')
  await writeFile(file, JSON.stringify([{ ...first, price }, ...rest]))
  return file
}
const priceOf = async () => (await findProduct(shop.store.database, '101'))?.price_cents

test('a catalog import of a folder previews the changes, and makes them with --yes', async () => {
  const preview = await run('import', TEST_CATALOG)
  expect(preview.lines).toContain('New tax rate: CA')
  expect(preview.lines?.slice(-2)).toEqual([
    '54 added, 0 changed, 0 gone.',
    'Run it again with --yes to make these changes.',
  ])
  expect(await findTaxRate(shop.store.database, 'CA')).toBeNull()
  expect((await run('import', TEST_CATALOG, '--yes')).lines?.at(-1)).toBe(
    'Done. You can undo it under Changes in the admin.',
  )
  expect(await findTaxRate(shop.store.database, 'CA')).toBe(90_300)
  await expect.poll(async () => (await shop.call(deliveryCalls.listDeliveryOptions, {})).length).toBe(4)
  for (const options of [[], ['--yes']])
    expect((await run('import', TEST_CATALOG, ...options)).lines).toEqual([
      'Nothing to change: the shop already has all of it.',
    ])
})

test('a catalog import of a file leaves delivery options and tax rates as they are', async () => {
  await run('import', TEST_CATALOG_FILE, '--yes')
  expect(await findTaxRate(shop.store.database, 'CA')).toBeNull()
})

test('a catalog import of a file as Windows saves it, with a mark before the text, is read', async () => {
  const file = join(folder, 'products.json')
  await writeFile(file, `\uFEFF${await readFile(TEST_CATALOG_FILE, 'utf8')}`)
  expect((await run('import', file)).lines).toEqual((await run('import', TEST_CATALOG_FILE)).lines)
})

test('a catalog import shows old and new values, and rejects a price that changes by more than half', async () => {
  const file = await writePrice(7.9)
  const rejected = await run('import', file, '--yes')
  expect(rejected).toMatchObject({ failed: true, json: { applied: false } })
  expect(rejected.lines).toEqual([
    'Changed product 101, price: 79 → 7.9',
    '0 added, 1 changed, 0 gone.',
    'This changes a price by more than half: product 101.',
    'If that’s intended, run it again with --yes --large-price-changes.',
    'Nothing was changed.',
  ])
  expect(await priceOf()).toBe(7900)
  expect(await run('import', file, '--yes', '--large-price-changes')).toMatchObject({ json: { applied: true } })
  expect(await priceOf()).toBe(790)
})

test('a catalog import of a missing file fails with a sentence', async () => {
  await expect(run('import', join(folder, 'nothing.json'))).rejects.toThrow('There is no such file or folder')
})

test('a catalog import of an export changes nothing', async () => {
  await run('import', TEST_CATALOG, '--yes')
  const { lines } = await run('export', join(folder, 'goods'))
  expect(lines?.[0]).toMatch(/^23 products and \d+ pictures and videos \(\d\.\d MB\) are in /)
  expect((await run('import', join(folder, 'goods'))).lines?.[0]).toContain('Nothing to change')
})
