import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { COMPILE_HINT } from '../../storefront/build/compile-at-once.ts'
import { readScripts } from '../../storefront/build/page-scripts.ts'
import { ROOT } from '../harness/command.ts'

const DIST = join(ROOT, 'storefront/dist/client')

/** Texts that every build of the admin contains. */
const ADMIN_TEXTS = /\/api\/admin|mantine/i

function filesNaming(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(js|css|html|txt|xml)$/.test(file) && ADMIN_TEXTS.test(readFileSync(join(ROOT, folder, file), 'utf8')),
  )
}

test("the storefront's build has no code of the admin", () => {
  expect(filesNaming('storefront/dist/client')).toEqual([])
})

test("the admin's build is found by the same texts", () => {
  expect(filesNaming('admin/dist').length).toBeGreaterThan(0)
})

test("the application's main file is compiled before it runs", () => {
  const folder = join(ROOT, 'storefront/dist/client/assets')
  const entries = readdirSync(folder).filter((file) => /^entry-client-.*\.js$/.test(file))
  expect(entries).toHaveLength(1)
  for (const file of entries) expect(readFileSync(join(folder, file), 'utf8').startsWith(COMPILE_HINT)).toBe(true)
})

const CHECKOUT = ['checkout/pages/checkout-page.tsx', 'checkout/pages/checkout-form.tsx']

/** The most JavaScript of a page's first load, in bytes (brotli), with all that is loaded on demand for its forms. */
const PAGE_BYTES = 110_000

test.each([
  ['home', ['pages/home-page.tsx'], PAGE_BYTES],
  ['list', ['catalog/list/shop-page.tsx'], PAGE_BYTES],
  ['product', ['pages/product-page.tsx'], PAGE_BYTES],
  ['cart', ['cart/cart-page.tsx'], PAGE_BYTES],
  ['checkout', CHECKOUT, PAGE_BYTES],
  ["checkout with Braintree's fields", [...CHECKOUT, 'checkout/card/braintree-fields.ts'], PAGE_BYTES + 26_000],
])('the JavaScript of the %s keeps within its budget', (_name, modules, allowed) => {
  const files = readScripts(DIST, modules)
  expect(files.map(bytesOf).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(allowed)
})

/** Compressed, once for all pages that load the file. */
function bytesOf(file: string): number {
  const bytes = compressed.get(file) ?? brotliCompressSync(readFileSync(join(DIST, file))).length
  compressed.set(file, bytes)
  return bytes
}

const compressed = new Map<string, number>()

test('the search with its suggestions weighs at most 10 KB, which no page loads before the field is used', () => {
  const first = readScripts(DIST, ['catalog/list/shop-page.tsx'])
  const files = readScripts(DIST, ['catalog/list/shop-page.tsx', 'catalog/list/search-suggestions.tsx'])
  const added = files.filter((file) => !first.includes(file))
  expect(added.some((file) => file.includes('search-products'))).toBe(true)
  expect(added.map(bytesOf).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(10_000)
})

test('no page of a paused shop has code that places orders', () => {
  const files = readScripts(DIST, CHECKOUT)
  expect(files.filter((file) => readFileSync(join(DIST, file), 'utf8').includes('/api/placeOrder'))).toEqual([])
})
