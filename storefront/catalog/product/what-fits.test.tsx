import { type Product, parseProduct } from '@shop/contract/catalog/calls'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, test } from 'vitest'
import { hasSilhouette, ProductFacts } from '../product-facts.tsx'
import { ITEM_NAMES, ITEM_SIZES, type PackedItem, packItems } from './packed-items.ts'
import { ProductSilhouette } from './product-silhouette.tsx'
import { parseRecentlyViewed } from './related-strips.tsx'

it.each([
  [null, []],
  ['', []],
  ['{', []],
  ['null', []],
  ['{"0":"101"}', []],
  ['["101",5,null,"","102"]', ['101', '102']],
  ['["101","102","101"]', ['101', '102']],
  [`["${'1'.repeat(101)}"]`, []],
])('the store %o is read as %o', (stored, ids) => {
  expect(parseRecentlyViewed(stored)).toEqual(ids)
})

it('eight are remembered at most', () => {
  expect(parseRecentlyViewed(JSON.stringify(Array.from({ length: 20 }, (_, id) => String(id))))).toHaveLength(8)
})

const FIGURES = {
  capacity_litres: 24,
  height_inches: 19.5,
  width_inches: 13,
  depth_inches: 7.5,
  laptop_inches: 17,
  care: 'Wipe it dry.',
}

function build(row: object, figures: object): Product {
  return parseProduct({ product_id: 1, size: 'Full, 24 L', details: { ...FIGURES, ...figures }, ...row })
}

/** The rendered facts of a product. */
function facts(row: object, figures: object = {}): string {
  return renderToStaticMarkup(<ProductFacts product={build(row, figures)} />)
}

type Shown = { laptop?: number | null; items?: readonly PackedItem[] }

/** The figure of a product, empty without one; with the laptop that fits and nothing else unless `shown` says so. */
function drawing(row: object, figures: object = {}, shown: Shown = {}): string {
  const product = build(row, figures)
  const { details } = product
  if (details === null) return ''
  return renderToStaticMarkup(
    <ProductSilhouette details={details} laptop={details.laptop_inches} items={[]} {...shown} />,
  )
}

test('a large bag is drawn with a second pocket, whatever its line is called', () => {
  const drawn = ['Campus', 'Walker'].flatMap((line) =>
    [16, 24].map((capacity_litres) => drawing({ line }, { capacity_litres })),
  )
  expect(new Set(drawn).size).toBe(2)
  for (const svg of drawn) expect(svg).not.toMatch(/NaN|undefined|Infinity/)
})

test.each([15, 16, 17])('a bag is drawn beside the %i-inch laptop that fits it', (laptop_inches) => {
  expect(drawing({}, { laptop_inches })).toContain(`the ${laptop_inches}-inch laptop that fits`)
})

test('a laptop that does not fit is said to', () => {
  const drawn = drawing({}, { laptop_inches: 15 }, { laptop: 17 })
  expect(drawn).toContain('To scale, with the 17-inch laptop, which doesn’t fit.')
  expect(drawn).toContain('Next to it is a 17-inch laptop, which won’t fit.')
  expect(drawing({}, {}, { laptop: null })).toContain('To scale.<')
})

test('each thing inside bears its name, and the drawing is described by them', () => {
  const items = packItems(ITEM_NAMES, { width: FIGURES.width_inches, height: FIGURES.height_inches })
  const drawn = drawing({}, {}, { items })
  for (const name of ITEM_NAMES) expect(drawn).toContain(`>${ITEM_SIZES[name].label}</text>`)
  expect(drawn).toContain(' Inside: shoes, three books, bottle, jacket."')
})

test('a larger laptop is drawn larger', () => {
  const widthOf = (laptop_inches: number) =>
    Number(/<rect y="[^"]+" width="([^"]+)"/.exec(drawing({}, { laptop_inches }))?.[1])
  expect(widthOf(17) / widthOf(15)).toBeCloseTo(17 / 15)
})

test.each([
  ['a bag without a height', { height_inches: null }],
  ['a bag that fits no laptop', { laptop_inches: null }],
  ['a sleeve, which holds only a laptop', { capacity_litres: null }],
  ['a bag whose figures are no bag’s', { width_inches: 5000 }],
])('%s is not drawn', (_, figures) => {
  const { details } = build({}, figures)
  expect(details && hasSilhouette(details)).toBe(false)
})

test('care is one of the facts', () => {
  expect(facts({})).toContain('<dt class="text-ink-soft">Care</dt><dd>Wipe it dry.</dd>')
})

test('care is not among the facts when the description has a section about it', () => {
  const described = facts({ description: '<p>Fits a day.</p><h3>Care</h3><p>Wipe it dry, then brush it.</p>' })
  expect(described).not.toContain('<dt class="text-ink-soft">Care</dt>')
})
