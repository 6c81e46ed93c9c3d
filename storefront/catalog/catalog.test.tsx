import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOT_COLORS } from '@shop/contract/catalog/calls'
import type { ShopLine } from '@shop/contract/pages/shop'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, test } from 'vitest'
import { buildListed } from '../testing/build-listed.ts'
import { ColorDot } from './color-dots.tsx'
import { formatPrice } from './price.tsx'
import { isCloseUp, sharedStyles } from './product.ts'
import { relatedProducts } from './related-products.ts'

it("formatPrice shows 'N/A' where a product has no price", () => {
  expect(formatPrice(null)).toBe('N/A')
  expect(formatPrice(7900)).toBe('$79.00')
})

it.each([
  ['/images/sling-blue-detail.jpg?v=0f9a2c11', true],
  ['sling-detail.webp', true],
  ['/images/sling-blue-front.jpg', false],
  ['/images/sling-details.jpg', false],
])('whether %s shows a part from close by: %s', (src, expected) => {
  expect(isCloseUp({ src, alt: null })).toBe(expected)
})

const kept = (product_id: string, product_name: string, style: string, color: string, line = 'Walker') =>
  buildListed({ product_id, product_name: `${product_name}, ${color}`, line, style, color, size: null })
const BAG = kept('day-red', 'Day', 'small', 'Red')
const LIST = [
  BAG,
  kept('day-green', 'Day', 'small', 'Green'),
  kept('trip-red', 'Trip', 'large', 'Red'),
  kept('trip-green', 'Trip', 'large', 'Green'),
  kept('ride-red', 'Ride', 'small', 'Red', 'Rider'),
  kept('haul-red', 'Haul', 'large', 'Red', 'Rider'),
  kept('hood-red', 'Hood', 'hood', 'Red', 'Extras'),
  kept('hood-green', 'Hood', 'hood', 'Green', 'Extras'),
  kept('lamp-white', 'Lamp', 'lamp', 'White', 'Extras'),
]
const WALKER: ShopLine = {
  line: 'Walker',
  words: null,
  text: null,
  photo: null,
  preview: null,
  featured: true,
  goes_with: ['hood-green', 'lamp-white', 'gone'],
}
const idsOf = (products: readonly { product_id: string }[]) => products.map(({ product_id }) => product_id)

it('a bag has its other colors, its other styles, and what the family says goes with its line, in its color', () => {
  const { variants, goesWith } = relatedProducts(BAG, LIST, [WALKER])
  expect(idsOf(variants)).toEqual(['day-green', 'trip-red'])
  expect(idsOf(goesWith)).toEqual(['hood-red', 'lamp-white'])
})

it('what goes with a line does not depend on names, and other lines have none', () => {
  expect(relatedProducts(BAG, LIST).goesWith).toEqual([])
  expect(relatedProducts(kept('ride-red', 'Ride', 'small', 'Red', 'Rider'), LIST, [WALKER]).goesWith).toEqual([])
})

it('a style is offered where several bags have it and others have not', () => {
  expect(sharedStyles(LIST)).toEqual(['Small', 'Large'])
  expect(sharedStyles(LIST.filter(({ style }) => style === 'small'))).toEqual([])
  expect(sharedStyles([buildListed({ style: null })])).toEqual([])
})

it('a product without line, size and color has nothing related', () => {
  const plain = buildListed({ product_id: 'plain', line: null, size: null, color: null })
  expect(relatedProducts(plain, [plain, ...LIST])).toEqual({ variants: [], goesWith: [] })
  expect(relatedProducts(plain, [])).toEqual({ variants: [], goesWith: [] })
})

const TOKENS = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8')

/** The token that a swatch is filled with; the rest of its `var()` is for colors without one. */
function token(color: string): string {
  const [, name = ''] = /var\((--color-[\w-]*), var\(--color-line\)\)/.exec(swatch(color)) ?? []
  return name
}

function swatch(color: string): string {
  return renderToStaticMarkup(<ColorDot color={color} />)
}

test('every cloth of the shop has a known color', () => {
  const cloths = [...TOKENS.matchAll(/--color-([a-z]+)-cloth:/g)].map(([, name]) => name)
  expect(cloths.sort()).toEqual([...DOT_COLORS].sort())
})

test.each(['Blue', 'Grey', 'Gray', 'Tan', 'Black', 'Green', 'Red', 'Deep blue', 'Light-Grey'])(
  'a swatch of %s has the color of that cloth',
  (color) => {
    expect(TOKENS).toContain(`${token(color)}: #`)
  },
)

test('a swatch has the value that the page knows of its whole name before that of its last word', () => {
  expect(swatch('Deep Blue')).toContain(
    'background:var(--color-deep-32blue-cloth, var(--color-blue-cloth, var(--color-line)))',
  )
  expect(swatch('Blue')).toContain('background:var(--color-blue-cloth, var(--color-line))')
})

test.each(['Mauve', '', 'Blau 7', ')}; background: url(//elsewhere.example)', '蓝色'])(
  'a swatch of “%s”, which is no cloth of the shop, is left plain',
  (color) => {
    expect(token(color)).toMatch(/^--color-[a-z]*-cloth$/)
    expect(TOKENS).not.toContain(`${token(color)}:`)
  },
)
