import type { ListedProduct } from '@shop/contract/catalog/calls'
import { expect, it, test } from 'vitest'
import { buildListed } from '../testing/build-listed.ts'
import { findSiblings, groupByLine, withColorsTogether } from './product-groups.ts'

/** A bag with this id and name in this color. */
function bag(product_id: string, name: string, color: string | null, stock_quantity = 5): ListedProduct {
  return buildListed({ product_id, product_name: color === null ? name : `${name}, ${color}`, color, stock_quantity })
}

const idsOf = (products: readonly ListedProduct[] | undefined) => products?.map(({ product_id }) => product_id)

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

it('siblings differ only in color', () => {
  const bag = { line: 'Campus', size: 'Slim, 16 L' } as const
  const siblings = findSiblings([
    buildListed({ ...bag, product_id: '1', product_name: 'Campus Slim, Blue', color: 'Blue' }),
    buildListed({ ...bag, product_id: '2', product_name: 'Campus Slim, Grey', color: 'Grey' }),
    buildListed({ ...bag, product_id: '3', product_name: 'Campus Full, Grey', color: 'Grey', size: 'Full, 22 L' }),
    buildListed({ ...bag, product_id: '4', product_name: 'Campus Slim', color: null }),
  ])
  expect(idsOf(siblings.get('1'))).toEqual(['2'])
  expect(idsOf(siblings.get('2'))).toEqual(['1'])
  expect(siblings.has('3')).toBe(false)
  expect(siblings.has('4')).toBe(false)
})

it('however many products share a name, each other color is there once', () => {
  const colors = ['Blue', 'Grey', 'Red']
  const products = Array.from({ length: 300 }, (_, index) =>
    buildListed({ product_id: String(index), color: colors[index % 3] ?? null }),
  )
  expect(idsOf(findSiblings(products).get('299'))).toEqual(['0', '1'])
})

it('a line is one group, however its products are strewn, and keeps their order', () => {
  const products = ['Nomad', 'Campus', null, 'Nomad'].map((line, index) =>
    buildListed({ product_id: String(index), line: line as ListedProduct['line'] }),
  )
  expect(groupByLine(products).map(({ line, products: group }) => [line, idsOf(group)])).toEqual([
    ['Nomad', ['0', '3']],
    ['Campus', ['1']],
    [null, ['2']],
  ])
})
