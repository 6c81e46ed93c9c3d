import type { ListedProduct } from '@shop/contract/catalog'
import { expect, test } from 'vitest'
import { buildListed } from './build-listed.ts'
import { groupByColor, withColorsTogether } from './group-by-color.ts'

/** A bag with this id and name in this color. */
function bag(product_id: string, name: string, color: string | null, stock_quantity = 5): ListedProduct {
  return buildListed({ product_id, product_name: color === null ? name : `${name}, ${color}`, color, stock_quantity })
}

const idsOf = (products: readonly ListedProduct[]) => products.map(({ product_id }) => product_id)

test('colors of a product share a card where they follow each other, and no product is left out', () => {
  const products = [
    bag('1', 'Slim', 'Blue'),
    bag('2', 'Slim', 'Grey'),
    bag('3', 'Full', 'Blue'),
    bag('4', 'Slim', 'Tan'),
  ]
  expect(groupByColor(products).map(idsOf)).toEqual([['1', '2'], ['3'], ['4']])
})

test('products without a color, and two of one color, have cards of their own', () => {
  const products = [bag('1', 'Slim', null), bag('2', 'Slim', null), bag('3', 'Slim', 'Blue'), bag('4', 'Slim', 'Blue')]
  expect(groupByColor(products).map(idsOf)).toEqual([['1'], ['2'], ['3'], ['4']])
})

test('a card has four colors at most, however many there are', () => {
  const products = Array.from({ length: 10 }, (_, index) => bag(String(index), 'Slim', `Color ${index}`))
  expect(groupByColor(products).map((group) => group.length)).toEqual([4, 4, 2])
})

test('the colors of a product stand together at the place of the first, those in stock before those sold out', () => {
  const products = [
    bag('1', 'Slim', 'Blue', 0),
    bag('2', 'Full', 'Blue'),
    bag('3', 'Leash', null),
    bag('4', 'Slim', 'Grey'),
    bag('5', 'Full', 'Grey', 0),
    bag('6', 'Slim', 'Tan', 0),
  ]
  expect(idsOf(withColorsTogether(products))).toEqual(['4', '1', '6', '2', '5', '3'])
})
