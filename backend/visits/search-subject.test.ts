import { expect, test } from 'vitest'
import { OTHER_SEARCHES, searchSubject } from './visits.routes.ts'

test.each([
  ['Backpack', 'backpack'],
  ['  Größe   XL\t', 'größe xl'],
  ['15" laptop', '15" laptop'],
  ["men's bag", "men's bag"],
  ['a', 'a'],
  ['旅行', '旅行'],
])('%j is counted as %j', (words, subject) => {
  expect(searchSubject(words)).toBe(subject)
})

test.each(['ada@shop.example', '555-0100-2000', 'order 100042', '<script>', '', '   ', 'x'.repeat(41), '../etc'])(
  '%j is counted among the others',
  (words) => {
    expect(searchSubject(words)).toBe(OTHER_SEARCHES)
  },
)
