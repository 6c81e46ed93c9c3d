import { expect, test } from 'vitest'
import { buildListed } from '../testing/build-listed.ts'
import { companionsOf } from './goes-with-cart.tsx'

const BAG = buildListed({
  product_id: '1',
  product_name: 'Campus Slim, Blue',
  line: 'Campus',
  size: 'Slim',
  color: 'Blue',
})
const OTHER = { ...BAG, product_id: '2', product_name: 'Nomad Full, Blue', line: 'Nomad', size: 'Full' }
const POUCH = buildListed({
  product_id: '3',
  product_name: 'Zip Pouch',
  line: 'Accessories',
  size: '2 L',
  color: 'Blue',
})
const COVER = { ...POUCH, product_id: '4', product_name: 'Rain Cover' }
const PRODUCTS = [BAG, OTHER, POUCH, COVER]

const shown = (products: typeof PRODUCTS, ...ids: string[]) =>
  companionsOf(
    ids.map((product_id) => ({ product_id })),
    products,
  ).map(({ product_id }) => product_id)

test('what goes with the bags of a cart is offered once, without what is in the cart', () => {
  expect(shown(PRODUCTS, '1')).toEqual(['3', '4'])
  expect(shown(PRODUCTS, '1', '2')).toEqual(['3', '4'])
  expect(shown(PRODUCTS, '1', '3')).toEqual(['4'])
})

test('nothing is offered that is sold out, and nothing for a cart without bags', () => {
  expect(shown([BAG, POUCH, { ...COVER, stock_quantity: 0 }], '1')).toEqual(['3'])
  expect(shown(PRODUCTS, '3')).toEqual([])
  expect(shown(PRODUCTS, 'gone')).toEqual([])
})
