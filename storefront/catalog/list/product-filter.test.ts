import type { ListedProduct } from '@shop/contract/catalog/calls'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../../tests/harness/any-character.ts'
import { buildListed } from '../../testing/build-listed.ts'
import {
  FILTER_NAMES,
  formatProductFilter,
  isMinOverMax,
  type ProductFilter,
  parseProductFilter,
  SEARCH_LENGTH,
  SORT_ORDERS,
} from './product-filter.ts'
import { selectProducts } from './select-products.ts'

const EVERYTHING: ProductFilter = parseProductFilter(new URLSearchParams())

const price = fc.option(fc.integer({ min: 0, max: 20_000 }))
const listed = fc
  .record({
    product_id: fc.uuid(),
    product_name: fc.constantFrom('Campus Slim', 'Nomad Full', 'Rain Cover'),
    price_cents: price,
    stock_quantity: fc.integer({ min: 0, max: 3 }),
    color: fc.constantFrom('Blue', 'Grey', null),
  })
  .map(buildListed)
const filter: fc.Arbitrary<ProductFilter> = fc.record({
  q: fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.trim()),
  line: fc.constantFrom(null, 'Campus', 'Walker', 'Ödland 40'),
  style: fc.constantFrom(null, 'Slim', 'tall'),
  color: fc.constantFrom(null, 'Blue', 'Sea & sky'),
  laptop: fc.constantFrom(null, 15, 13.25, 100),
  capacity: fc.constantFrom(null, 'small' as const, 'large' as const),
  min_cents: price,
  max_cents: price,
  sold_out: fc.boolean(),
  view: fc.constantFrom('grid' as const, 'list' as const),
  sort: fc.constantFrom(...SORT_ORDERS),
})

const idsOf = (products: readonly ListedProduct[]) => products.map((product) => product.product_id)
const select = (products: ListedProduct[], part: Partial<ProductFilter>) =>
  selectProducts(products, { ...EVERYTHING, ...part })

it('the filter in the URL (R8) round-trips', () => {
  fc.assert(
    fc.property(filter, (wanted) => {
      expect(parseProductFilter(formatProductFilter(wanted))).toEqual(wanted)
      for (const name of formatProductFilter(wanted).keys()) expect(FILTER_NAMES).toContain(name)
      expect(parseProductFilter(new URLSearchParams(formatProductFilter(wanted).toString()))).toEqual(wanted)
    }),
  )
})

it('the filter in the URL (R8) is parsed in any spelling', () => {
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 150 }),
    fc.float().map(String),
    fc.constantFrom('-0', '1e3'),
  )
  const names = fc.constantFrom(
    'q',
    'min',
    'max',
    'soldOut',
    'view',
    'sort',
    'line',
    'style',
    'color',
    'laptop',
    'capacity',
    'utm',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(names, texts)), (entries) => {
      const read = parseProductFilter(new URLSearchParams(entries))
      expect(parseProductFilter(formatProductFilter(read))).toEqual(read)
      expect(read.q.length).toBeLessThanOrEqual(SEARCH_LENGTH)
    }),
    { numRuns: 300 },
  )
})

it('the filter in the URL (R8) truncates a long search between characters and without a trailing blank', () => {
  const read = (q: string) => parseProductFilter(new URLSearchParams({ q })).q
  expect(read(`${'a'.repeat(99)} b`)).toBe('a'.repeat(99))
  expect(read(`${'a'.repeat(99)}🎒`)).toBe('a'.repeat(99))
})

it('the filter in the URL (R8) is /shop with all defaults', () => {
  expect(formatProductFilter(EVERYTHING).toString()).toBe('')
  expect(EVERYTHING).toEqual({
    q: '',
    line: null,
    style: null,
    color: null,
    laptop: null,
    capacity: null,
    min_cents: null,
    max_cents: null,
    sold_out: true,
    view: 'grid',
    sort: 'featured',
  })
})

it.each(['abc', '', ' ', '-5', 'NaN', 'Infinity', '1,5', '$20'])(
  'the filter in the URL (R8) ignores the price %o, which is no number',
  (text) => {
    expect(parseProductFilter(new URLSearchParams({ min: text, max: text }))).toEqual(EVERYTHING)
  },
)

it('the filter in the URL (R8) ignores unknown values', () => {
  const search = new URLSearchParams({ view: 'carousel', sort: 'random', soldOut: 'maybe' })
  expect(parseProductFilter(search)).toEqual(EVERYTHING)
})

it('filtered products are in the line in the address, whatever lines the shop has', () => {
  const products = ['Walker', 'Rider'].map((line) => buildListed({ product_id: line, line }))
  expect(idsOf(select(products, { line: 'Rider' }))).toEqual(['Rider'])
  expect(idsOf(select(products, { line: 'Campus' }))).toEqual([])
})

it('filtered products have a price between min and max, inclusive (section 5)', () => {
  const products = [4499, 4500, 7900, 7901].map((price_cents, index) =>
    buildListed({ product_id: String(index), price_cents }),
  )
  expect(idsOf(select(products, { min_cents: 4500, max_cents: 7900 }))).toEqual(['1', '2'])
  expect(idsOf(select(products, { min_cents: 4501 }))).toEqual(['2', '3'])
  expect(idsOf(select(products, { max_cents: 4499 }))).toEqual(['0'])
})

it('no product is between a minimum and a lower maximum (R8)', () => {
  fc.assert(
    fc.property(fc.array(listed), fc.nat(20_000), (products, max_cents) => {
      // Nothing else of the filter leaves a product out.
      const upsideDown = { ...EVERYTHING, min_cents: max_cents + 1, max_cents }
      expect(isMinOverMax(upsideDown)).toBe(true)
      expect(selectProducts(products, upsideDown)).toEqual([])
    }),
  )
})

it('filtered products are of the requested line and style', () => {
  const products = [
    buildListed({ product_id: 'slim', style: 'slim', size: '16 L' }),
    buildListed({ product_id: 'full', style: 'Full' }),
    buildListed({ product_id: 'duffel', size: '30 L', line: 'Accessories' }),
    buildListed({ product_id: 'plain', size: null, line: null }),
  ]
  expect(idsOf(select(products, { style: 'Slim' }))).toEqual(['slim'])
  expect(idsOf(select(products, { line: 'Campus', style: 'Full' }))).toEqual(['full'])
  expect(idsOf(select(products, { line: 'Accessories' }))).toEqual(['duffel'])
})

it('filtered products: include sold-out ones by default, and not when the switch is off', () => {
  const products = [buildListed({ product_id: 'in' }), buildListed({ product_id: 'out', stock_quantity: 0 })]
  expect(idsOf(select(products, {}))).toEqual(['in', 'out'])
  expect(idsOf(select(products, { sold_out: false }))).toEqual(['in'])
})

it('filtered products: include one without a price only without a price filter', () => {
  const products = [buildListed({ price_cents: null })]
  expect(select(products, {})).toHaveLength(1)
  expect(select(products, { min_cents: 0 })).toHaveLength(0)
})

it('filtered products are exactly the matching ones, unchanged, and the list is not modified', () => {
  fc.assert(
    fc.property(fc.array(listed), filter, (products, wanted) => {
      const before = [...products]
      const selected = selectProducts(products, wanted)
      expect(products).toEqual(before)
      const one = (product: ListedProduct) => selectProducts([product], wanted).length === 1
      expect(idsOf(selected).sort()).toEqual(idsOf(products.filter(one)).sort())
    }),
  )
})

it('filtered products are in the chosen order, those without a price last', () => {
  const products = [
    buildListed({ product_id: 'b', product_name: 'Bag', price_cents: 200 }),
    buildListed({ product_id: 'n', product_name: 'none', price_cents: null }),
    buildListed({ product_id: 'a', product_name: 'apron', price_cents: 300 }),
    buildListed({ product_id: 'c', product_name: 'Case', price_cents: 200 }),
  ]
  expect(idsOf(select(products, { sort: 'featured' }))).toEqual(['b', 'n', 'a', 'c'])
  expect(idsOf(select(products, { sort: 'price-up' }))).toEqual(['b', 'c', 'a', 'n'])
  expect(idsOf(select(products, { sort: 'price-down' }))).toEqual(['a', 'b', 'c', 'n'])
  expect(idsOf(select(products, { sort: 'name' }))).toEqual(['a', 'b', 'c', 'n'])
})
