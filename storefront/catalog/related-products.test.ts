import { expect, it } from 'vitest'
import { buildListed } from '../testing/build-listed.ts'
import { relatedProducts } from './related-products.ts'

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
