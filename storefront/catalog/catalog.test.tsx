import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DOT_COLORS } from '@shop/contract/catalog'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, test } from 'vitest'
import { buildListed } from '../testing/build-listed.ts'
import { ColorDot } from './color-dots.tsx'
import { formatPrice } from './price.tsx'
import { relatedProducts } from './related-products.ts'

it("formatPrice shows 'N/A' where a product has no price", () => {
  expect(formatPrice(null)).toBe('N/A')
  expect(formatPrice(7900)).toBe('$79.00')
})

const BAG = buildListed({ product_id: 'slim-blue', product_name: 'Campus Slim, Blue', size: 'Slim, 16 L' })
const LIST = [
  BAG,
  buildListed({ product_id: 'slim-grey', product_name: 'Campus Slim, Grey', size: 'Slim, 16 L', color: 'Grey' }),
  buildListed({ product_id: 'full-blue', product_name: 'Campus Full, Blue', size: 'Full, 22 L' }),
  buildListed({ product_id: 'full-grey', product_name: 'Campus Full, Grey', size: 'Full, 22 L', color: 'Grey' }),
  buildListed({ product_id: 'cover', product_name: 'Rain Cover, Blue', line: 'Accessories', size: 'One size' }),
  buildListed({
    product_id: 'pouch',
    product_name: 'Zip Pouch, Grey',
    line: 'Accessories',
    color: 'Grey',
    size: '2 L',
  }),
]
const idsOf = (products: readonly { product_id: string }[]) => products.map(({ product_id }) => product_id)

it('a backpack has its other color, its other style, and accessories in its color', () => {
  const { variants, goesWith } = relatedProducts(BAG, LIST)
  expect(idsOf(variants)).toEqual(['slim-grey', 'full-blue'])
  expect(idsOf(goesWith)).toEqual(['cover'])
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

test('every cloth of the shop is known to whoever names a color', () => {
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
