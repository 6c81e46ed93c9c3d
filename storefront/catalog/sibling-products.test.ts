import type { ListedProduct } from '@shop/contract/catalog'
import { expect, it } from 'vitest'
import { buildListed } from './build-listed.ts'
import { groupByLine } from './group-by-line.ts'
import { findSiblings } from './sibling-products.ts'

const idsOf = (products: readonly ListedProduct[] | undefined) => products?.map(({ product_id }) => product_id)

it('siblings differ in color alone', () => {
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
