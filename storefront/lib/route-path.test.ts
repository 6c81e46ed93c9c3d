import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hrefOf, matchPath } from './route-path.ts'

test('a pattern gives its parameters, decoded', () => {
  expect(matchPath('/product/:product_id', '/product/a%20b%2Fc')).toEqual({ product_id: 'a b/c' })
  expect(matchPath('/product/:product_id', '/product')).toBeNull()
  expect(matchPath('/product/:product_id', '/product/1/2')).toBeNull()
})

test('letter case and a slash at the end make no difference', () => {
  expect(matchPath('/orderAndReturn', '/orderandreturn/')).toEqual({})
  expect(matchPath('/', '')).toEqual({})
})

test('no address makes the match fail', () => {
  fc.assert(
    fc.property(fc.string(), (path) => {
      matchPath('/product/:product_id', `/${path}`)
      expect(matchPath('*', path)).toEqual({})
    }),
  )
  expect(matchPath('/product/:product_id', '/product/%E0%A4%A')).toEqual({ product_id: '%E0%A4%A' })
})

test('any product id comes back from the address it was put into', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (id) => {
      expect(matchPath('/product/:product_id', `/product/${encodeURIComponent(id)}`)).toEqual({ product_id: id })
    }),
  )
})

test('a link without a path stays on the page', () => {
  expect(hrefOf('?dialog=contact', '/shop')).toBe('/shop?dialog=contact')
  expect(hrefOf({ search: '?q=1' }, '/shop')).toBe('/shop?q=1')
  expect(hrefOf({ pathname: '/cart' }, '/shop')).toBe('/cart')
  expect(hrefOf('/about', '/shop')).toBe('/about')
})
