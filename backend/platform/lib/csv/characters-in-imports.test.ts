import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { adminSeveralProducts } from '@shop/contract/catalog/several-products'
import { adminOrderImports } from '@shop/contract/orders/import'
import { adminShipping } from '@shop/contract/orders/shipping'
import { adminSalesTax } from '@shop/contract/tax/admin'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseCatalogFile } from '../../../catalog/import/catalog-file.ts'
import { readPresentationFolder } from '../../../catalog/presentation-files.ts'
import { parseCheckoutFiles } from '../../../delivery/delivery-and-tax-files.ts'
import { type AdminVisitor, signInAs } from '../../../testing/admin-visitor.ts'
import { sharedTestShop } from '../../../testing/test-hooks.ts'

const shop = sharedTestShop('sqlite')
let owner: AdminVisitor
beforeAll(async () => {
  owner = await signInAs(shop, 'owner')
})

/** Imports of a table, by preview and for good. */
const IMPORTS = {
  'a file of orders': (text: string) =>
    owner.call(adminOrderImports.previewOrdersImport, { text, columns: null, status: null }),
  'orders that are stored': (text: string) =>
    owner.call(adminOrderImports.importOrders, { text, columns: { order_id: 0, product_name: 1 }, status: null }),
  'tracking numbers': (text: string) => owner.call(adminShipping.previewTracking, { text }),
  'a list of stock': (text: string) => owner.call(adminSeveralProducts.previewStock, { text }),
  'a table of products': (csv: string) => owner.call(adminSeveralProducts.previewImport, { csv }),
  'products that are stored': (csv: string) => owner.call(adminSeveralProducts.importProducts, { csv }),
  'rates by ZIP code': (text: string) => owner.call(adminSalesTax.previewZipRates, { text }),
  'rates that are stored': (text: string) => owner.call(adminSalesTax.replaceZipRates, { text, seen: [] }),
} as const

const HEADERS: Record<keyof typeof IMPORTS, string> = {
  'a file of orders': 'Order ID,Product',
  'orders that are stored': 'Order ID,Product',
  'tracking numbers': 'Order ID,Tracking Number',
  'a list of stock': 'product_id,stock',
  'a table of products': 'product_id,name',
  'products that are stored': 'product_id,name',
  'rates by ZIP code': 'state,from,to,percent',
  'rates that are stored': 'state,from,to,percent',
}

const ROWS = ['101,Campus\u0007', '101\u001b,Campus', '101,\u009fCampus', '101,"Cam\u0008pus"']

/** Everything that an import could have changed. */
const stored = async () =>
  Promise.all(
    (['orders', 'order_items', 'products', 'zip_tax_rates', 'audit_log'] as const).map((table) =>
      shop.store.database.selectFrom(table).selectAll().execute(),
    ),
  )

describe.each(Object.entries(IMPORTS))('a character that is no text in %s', (name, read) => {
  const header = Object.entries(HEADERS).find(([of]) => of === name)?.[1] ?? ''

  test.each([...ROWS, ...ROWS.map((row) => row.replaceAll(',', '\t'))])(
    'is named, and nothing is taken: %j',
    async (row) => {
      const before = await stored()
      const answer = await read(`${row.includes('\t') ? header.replaceAll(',', '\t') : header}\n${row}\n`)
      expect(answer.body).toContain('has a character that isn’t text (U+00')
      expect(answer.body).toMatch(/row":2|row 2/i)
      expect(await stored()).toEqual(before)
    },
  )
})

const catalogFile = (name: string) => readFile(join(import.meta.dirname, '../../../../catalog', name), 'utf8')

/** The texts of a JSON file, each time with a character that is no text in another one of its values. */
function withCharacter(json: string): string[] {
  const places = [...json.matchAll(/: "[^"\\]+"/g)].slice(0, 30)
  return places.map(({ index }) => `${json.slice(0, index + 3)}\\u0007${json.slice(index + 3)}`)
}

test.each(['lines.json', 'quiz.json'])('nothing that %s brings has such a character', async (name) => {
  const folder = await mkdtemp(join(tmpdir(), 'shop-characters-'))
  try {
    const texts = withCharacter(await catalogFile(name))
    expect(texts.length).toBeGreaterThan(1)
    for (const text of texts) {
      await writeFile(join(folder, name), text)
      const { found, problems } = await readPresentationFolder(folder)
      expect([problems.length, JSON.stringify(found)]).not.toEqual([0, expect.stringContaining('\\u0007')])
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.each(Object.entries(IMPORTS))('a NUL in %s is refused, and nothing is taken', async (_name, read) => {
  const before = await stored()
  expect((await read('product_id,stock\n101,\u00007')).statusCode).toBe(400)
  expect(await stored()).toEqual(before)
})

/** No picture has such a name. */
const findMissing = async (names: readonly string[]) =>
  new Map(names.filter((name) => name.includes('\u0007')).map((name) => [name, 'is missing']))

test.each([
  ['products.json', (text: string) => parseCatalogFile(text, findMissing)],
  [
    'delivery-options.json',
    async (delivery: string) => parseCheckoutFiles({ delivery, tax: await catalogFile('tax-rates.json') }),
  ],
  [
    'tax-rates.json',
    async (tax: string) => parseCheckoutFiles({ delivery: await catalogFile('delivery-options.json'), tax }),
  ],
])('nothing that %s brings has such a character', async (name, parse) => {
  const texts = withCharacter(await catalogFile(name))
  expect(texts.length).toBeGreaterThan(1)
  for (const text of texts) {
    const { errors, ...taken } = await parse(text)
    expect([errors.length, JSON.stringify(taken)]).not.toEqual([0, expect.stringContaining('\\u0007')])
  }
})
