import { parseProductList } from '@shop/contract/catalog/calls'
import { expect, test } from 'vitest'
import lines from '../../../catalog/lines.json'
import catalog from '../../../catalog/products.json'
import { linesOf } from '../product-groups.ts'
import { type Suggestions, suggest } from './suggest.ts'

const { products } = parseProductList(catalog.map(({ stock, ...product }) => ({ ...product, stock_quantity: stock })))
const purposes = lines.map((line) => ({ goes_with: [], ...line }))
const suggested = (text: string): Suggestions => suggest(products, linesOf(products), purposes, text)

test('products, the best first, and the line that has the name', () => {
  const { products: found, lines: foundLines, total } = suggested('nomad')
  expect(found.map(({ product_name }) => product_name)).toEqual(expect.arrayContaining(['Nomad Slim Backpack, Blue']))
  expect(foundLines).toEqual(['Nomad'])
  expect(found).toHaveLength(4)
  expect(total).toBeGreaterThanOrEqual(4)
})

test.each([
  ['school', ['Campus']],
  ['nom', ['Nomad']],
  ['key leash', []],
])('the lines for “%s”', (text, expected) => {
  expect(suggested(text).lines).toEqual(expected)
})

test.each([
  ['retur', ['Orders & Returns', 'Return policy']],
  ['Track my order', ['Orders & Returns']],
  ['contact', ['Contact us']],
  ['repairs', ['Repairs']],
  ['warranty', ['Repairs']],
  ['backpack', []],
])('the pages for “%s”', (text, expected) => {
  expect(suggested(text).pages.map(({ label }) => label)).toEqual(expected)
})

test('a word that only comes close is no suggestion', () => {
  expect(suggested('blue elephant')).toEqual({ products: [], lines: [], pages: [], total: 0 })
})

test('another backend names lines that the shop says nothing of', () => {
  expect(suggest(products, ['Harbor'], [], 'harb').lines).toEqual(['Harbor'])
})
