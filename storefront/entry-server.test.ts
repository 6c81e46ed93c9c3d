import { expect, test } from 'vitest'
import { cacheKey } from './entry-server.tsx'

test.each([
  ['/shop?utm_source=mail&q=blue&page=2', '/shop?q=blue'],
  ['/shop?utm_source=mail', '/shop'],
  ['/shop?q=', '/shop'],
  ['/Shop/?q=blue', '/shop?q=blue'],
  ['/product/101?q=blue&dialog=contact', '/product/101'],
  ['/about?dialog=contact', '/about'],
  ['/?quiz=school', '/'],
])('%s is cached as %s: parameters that change nothing are no part of the key', (url, key) => {
  expect(cacheKey(url)).toBe(key)
})

test('known parameters are in one order, and a search for other words is another page', () => {
  expect(cacheKey('/shop?sort=name&q=blue')).toBe(cacheKey('/shop?q=blue&sort=name'))
  expect(cacheKey('/shop?q=blue')).not.toBe(cacheKey('/shop?q=grey'))
})

test('an unknown page is not cached', () => {
  expect(cacheKey('/no-such-page?q=blue')).toBeNull()
})
