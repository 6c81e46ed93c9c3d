import { expect, test } from 'vitest'
import { leadsTo, splitForPhone } from './navigation.ts'

test('a phone shows up to five entries', () => {
  expect(splitForPhone([1, 2, 3, 4, 5])).toEqual({ shown: [1, 2, 3, 4, 5], more: [] })
})

test('of six entries the last two are under More', () => {
  expect(splitForPhone([1, 2, 3, 4, 5, 6])).toEqual({ shown: [1, 2, 3, 4], more: [5, 6] })
})

test.each([
  ['/changes', true],
  ['/changes/7', true],
  ['/changesets', false],
  ['/orders', false],
])('the entry of the changes leads to %s: %s', (pathname, expected) => {
  expect(leadsTo([{ path: '/changes' }], pathname)).toBe(expected)
})
