import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUnchanged, negotiateEncoding } from './encodings.ts'

describe('the encoding of an answer', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=1', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['identity', 'identity'],
    ['brotli', 'identity'],
  ])('%s gives %s', (accept, encoding) => {
    expect(negotiateEncoding(accept)).toBe(encoding)
  })

  test('whatever a browser sends, it gets an encoding that it named or none', () => {
    fc.assert(
      fc.property(fc.string(), (accept) => {
        const encoding = negotiateEncoding(accept)
        expect(encoding === 'identity' || accept.toLowerCase().includes(encoding) || accept.includes('*')).toBe(true)
      }),
    )
  })
})

test('if-none-match is read as a list, weak or not', () => {
  expect(isUnchanged(undefined, '"a"')).toBe(false)
  expect(isUnchanged('"a"', '"a"')).toBe(true)
  expect(isUnchanged('"b", W/"a"', '"a"')).toBe(true)
  expect(isUnchanged('*', '"a"')).toBe(true)
  expect(isUnchanged('"ab"', '"a"')).toBe(false)
})
