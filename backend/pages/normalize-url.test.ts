import { expect, test } from 'vitest'
import { normalizeUrl } from './normalize-url.ts'

test.each(['/\\elsewhere.example/shop', '\\\\elsewhere.example', '//elsewhere.example/', '/%', '/product/%00'])(
  '%s is an unknown page, and never one of another host',
  (url) => {
    expect(normalizeUrl(url)).toBe('/nowhere')
  },
)

test('the search of a page may hold anything', () => {
  expect(normalizeUrl('/shop?q=\\a//b')).toBe('/shop?q=\\a//b')
})
