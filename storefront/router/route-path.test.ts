import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildPath, hrefOf, matchPath } from './route-path.ts'

test('a pattern gives its parameters, decoded', () => {
  expect(matchPath('/product/:product_id', '/product/a%20b%2Fc')).toEqual({ product_id: 'a b/c' })
  expect(matchPath('/product/:product_id', '/product')).toBeNull()
  expect(matchPath('/product/:product_id', '/product/1/2')).toBeNull()
})

test('letter case and a trailing slash are ignored', () => {
  expect(matchPath('/orderAndReturn', '/orderandreturn/')).toEqual({})
  expect(matchPath('/', '')).toEqual({})
})

test('matching never throws', () => {
  fc.assert(
    fc.property(fc.string(), (path) => {
      matchPath('/product/:product_id', `/${path}`)
      expect(matchPath('*', path)).toEqual({})
    }),
  )
})

test('a path that cannot be decoded matches no page', () => {
  for (const path of ['/product/%E0%A4%A', '/product/%', '/product/%00', '/product/a\0b', '//product/1']) {
    expect(matchPath('/product/:product_id', path)).toBeNull()
    expect(matchPath('*', path)).toEqual({})
  }
})

test('any product id round-trips through a URL', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: 'grapheme' }).filter((id) => !id.includes('\0')),
      (id) => {
        expect(matchPath('/product/:product_id', `/product/${encodeURIComponent(id)}`)).toEqual({ product_id: id })
      },
    ),
  )
})

test('a page has one canonical URL', () => {
  for (const typed of ['/orderAndReturn', '/ORDERANDRETURN//', '/orderandreturn']) {
    expect(buildPath('/orderAndReturn', matchPath('/orderAndReturn', typed) ?? {})).toBe('/orderAndReturn')
  }
  for (const typed of ['/product/a%20b', '/Product/%61%20b/']) {
    const params = matchPath('/product/:product_id', typed) ?? {}
    expect(buildPath('/product/:product_id', params)).toBe('/product/a%20b')
  }
  expect(buildPath('/', matchPath('/', '/') ?? {})).toBe('/')
})

test('a link without a path leads to the current page', () => {
  expect(hrefOf('?dialog=contact', '/shop')).toBe('/shop?dialog=contact')
  expect(hrefOf({ search: '?q=1' }, '/shop')).toBe('/shop?q=1')
  expect(hrefOf({ pathname: '/cart' }, '/shop')).toBe('/cart')
  expect(hrefOf('/about', '/shop')).toBe('/about')
})
