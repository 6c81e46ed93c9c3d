import { expect, test } from 'vitest'
import { readUnits } from './stock.tsx'

test.each([
  ['5', 5],
  [' 12 ', 12],
  ['1,250', 1250],
])('"%s" are %i pieces', (text, units) => {
  expect(readUnits(text, { movement: 'made', stock: 0 })).toEqual({ units })
})

test.each([
  ['', 'made', 'a whole number'],
  ['0', 'made', 'a whole number'],
  ['1.5', 'made', 'a whole number'],
  ['1,5', 'made', 'a whole number'],
  ['-2', 'sold', 'a whole number'],
  ['abc', 'sold', 'a whole number'],
  ['999999999', 'made', '1,000,000 at most'],
  ['4', 'sold', 'There are only 3'],
] as const)('"%s" %s: %s', (text, movement, error) => {
  expect(readUnits(text, { movement, stock: 3 })).toEqual({ error: expect.stringContaining(error) })
})

test('none can be counted', () => {
  expect(readUnits('0', { movement: 'counted', stock: 3 })).toEqual({ units: 0 })
})

test('of a product that is sold out nothing can be taken', () => {
  expect(readUnits('1', { movement: 'sold', stock: 0 })).toEqual({ error: 'There are none' })
})
