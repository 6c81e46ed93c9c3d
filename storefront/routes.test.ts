import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyPath } from '../tests/harness/any-path.ts'
import type { To } from './router/route-path.ts'
import { navigation, pagePath, sitemapPaths } from './routes.tsx'

test.each([
  ['/shop/', '/shop'],
  ['/Shop', '/shop'],
  ['/ORDERANDRETURN//', '/orderAndReturn'],
  ['/product//101/', '/product/101'],
  ['/product/a b', '/product/a%20b'],
  ['/', '/'],
  ['/no-such-page/', '/no-such-page'],
  ['/No-such-page', '/No-such-page'],
  ['//elsewhere.example/', '//elsewhere.example'],
])('the one address of %s is %s (R49)', (typed, address) => {
  expect(pagePath(typed)).toBe(address)
})

test('the canonical URL of a canonical URL is itself', () => {
  fc.assert(
    fc.property(anyPath, (path) => {
      const address = pagePath(path === '' ? '/' : path)
      expect(pagePath(address)).toBe(address)
    }),
  )
})

test('header, mobile menu and footer have the links of the table of routes in its order', () => {
  const labels = (place: keyof typeof navigation) => navigation[place].map(({ label }) => label)
  expect(labels('header')).toEqual(['Shop', 'About us', 'Orders & Returns'])
  expect(labels('menu')).toEqual(['Home', 'Shop', 'Orders & Returns', 'Cart', 'Sign In', 'About Us'])
  expect(labels('footer')).toEqual(['About Us'])
})

test('the sitemap has the public pages and every product', () => {
  expect(sitemapPaths(['101', 'a b&c'])).toEqual([
    '/',
    '/shop',
    '/about',
    '/repairs',
    '/product/101',
    '/product/a%20b%26c',
  ])
})

test('a link to an unknown page is a type error', () => {
  const links: To[] = ['/shop', '/shop?q=blue', '/product/101', '?dialog=contact', '/#quiz']
  // @ts-expect-error: no route matches it
  const lost: To = '/no-such-page'
  expect(links).not.toContain(lost)
})
