import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pagePath } from './routes.tsx'

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

test('the one address of a page has itself as its one address', () => {
  fc.assert(
    fc.property(fc.webPath(), (path) => {
      const address = pagePath(path === '' ? '/' : path)
      expect(pagePath(address)).toBe(address)
    }),
  )
})
