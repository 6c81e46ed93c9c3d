import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyPath } from '../../tests/harness/any-path.ts'
import { isPagePath, PAGE_LENGTH } from '../visits/calls.ts'
import { asCount, asList, asNumber, asRecord, asText, truncateText } from './coercion.ts'

it('coercions (R3) never throw, and return what they promise', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.jsonValue()), (value) => {
      const record = asRecord(value)
      expect(record === null || !Array.isArray(record)).toBe(true)
      expect(Array.isArray(asList(value))).toBe(true)
      const text = asText(value)
      expect(text === null || (text !== '' && text === text.trim())).toBe(true)
      const number = asNumber(value)
      expect(number === null || Number.isFinite(number)).toBe(true)
      const count = asCount(value)
      expect(count === null || (Number.isSafeInteger(count) && count >= 0)).toBe(true)
    }),
  )
})

it.each([
  [17, '17'],
  [' 17 ', '17'],
  ['0', '0'],
  [0, '0'],
  ['', null],
  ['  ', null],
  [Number.NaN, null],
  [true, null],
  [null, null],
  [['17'], null],
])('coercions (R3): asText reads %o as %o: identifiers are numbers or strings', (value, expected) => {
  expect(asText(value)).toBe(expected)
})

it.each([
  ['3', 3],
  [3.9, 3],
  [-2, 0],
  [-0.5, 0],
  ['', null],
  ['many', null],
  [1e300, Number.MAX_SAFE_INTEGER],
  [undefined, null],
])('coercions (R3): asCount reads %o as %o: whole and at least 0', (value, expected) => {
  expect(asCount(value)).toBe(expected)
})

it.each([
  ['canvas', 3, 'can'],
  ['canvas', 6, 'canvas'],
  ['a bag 🎒', 7, 'a bag'],
  ['a bag 🎒', 8, 'a bag 🎒'],
  ['a bag', 2, 'a'],
])(
  'coercions (R3): truncateText cuts %j to %i characters, no emoji in half and no blank at the end',
  (text, length, expected) => {
    expect(truncateText(text, length)).toBe(expected)
  },
)

it('coercions (R3): asRecord rejects lists', () => {
  expect(asRecord([])).toBeNull()
  expect(asRecord(null)).toBeNull()
  expect(asRecord({ a: 1 })).toEqual({ a: 1 })
})

it.each(['/', '/shop', '/product/12', '/product/12/', '/orderAndReturn', '/päckchen'])(
  'isPagePath (R33) counts %s',
  (page) => {
    expect(isPagePath(page)).toBe(true)
  },
)

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
])('isPagePath (R33) refuses %o', (page) => {
  expect(isPagePath(page)).toBe(false)
})

it('isPagePath (R33) rejects paths that lead to another host', () => {
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

it('isPagePath (R33) accepts the path of every address', () => {
  fc.assert(
    fc.property(anyPath, (path) => {
      if (path.startsWith('/') && !path.startsWith('//')) {
        expect(isPagePath(path)).toBe(path.length <= PAGE_LENGTH)
      }
    }),
  )
})
