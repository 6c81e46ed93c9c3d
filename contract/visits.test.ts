import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyPath } from '../tests/harness/any-path.ts'
import { isPagePath, PAGE_LENGTH } from './visits.ts'

describe('isPagePath (R33)', () => {
  it.each(['/', '/shop', '/product/12', '/product/12/', '/orderAndReturn', '/päckchen'])('counts %s', (page) => {
    expect(isPagePath(page)).toBe(true)
  })

  it.each([
    '',
    'shop',
    '//elsewhere.example/',
    '/\\elsewhere.example',
    'https://elsewhere.example/',
    '/shop?email=a@b.co',
    '/shop#top',
    '/a b',
    '/a\nb',
    '/a\u0000b',
    '/a\u202eb',
    '/a\u200bb',
    `/${'a'.repeat(PAGE_LENGTH)}`,
  ])('refuses %o', (page) => {
    expect(isPagePath(page)).toBe(false)
  })

  it('rejects paths that lead to another host', () => {
    const url = fc
      .tuple(fc.constantFrom('https:', 'javascript:', ''), fc.constantFrom('//', '/', '\\\\', '/\\'), anyPath)
      .map(([scheme, start, path]) => `${scheme}${start}elsewhere.example${path}`)
    const page = fc.oneof(fc.string(), url, fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', 'a', '@') }))
    fc.assert(
      fc.property(page, (text) => {
        if (isPagePath(text)) expect(new URL(text, 'https://shop.example').host).toBe('shop.example')
      }),
    )
  })

  it('accepts the path of every address', () => {
    fc.assert(
      fc.property(anyPath, (path) => {
        if (path.startsWith('/') && !path.startsWith('//')) {
          expect(isPagePath(path)).toBe(path.length <= PAGE_LENGTH)
        }
      }),
    )
  })
})
