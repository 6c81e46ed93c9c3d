import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isUnchanged, negotiateEncoding } from './encodings.ts'

describe('the encoding of a response', () => {
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
  ])('%s selects %s', (accept, encoding) => {
    expect(negotiateEncoding(accept)).toBe(encoding)
  })

  test('any header selects an encoding that it names or none', () => {
    fc.assert(
      fc.property(fc.string(), (accept) => {
        const encoding = negotiateEncoding(accept)
        expect(encoding === 'identity' || accept.toLowerCase().includes(encoding) || accept.includes('*')).toBe(true)
      }),
    )
  })
})

test('if-none-match is parsed as a list, weak or strong', () => {
  expect(isUnchanged(undefined, '"a"')).toBe(false)
  expect(isUnchanged('"a"', '"a"')).toBe(true)
  expect(isUnchanged('"b", W/"a"', '"a"')).toBe(true)
  expect(isUnchanged('*', '"a"')).toBe(true)
  expect(isUnchanged('"ab"', '"a"')).toBe(false)
})
