import { expect, test } from 'vitest'
import { readAmount } from './read-amount.ts'

test.each([
  ['12.50', 1250],
  [' $12 ', 1200],
  ['0.1', 10],
  ['$1,098.50', 109_850],
  ['12,50', null],
  ['-5', null],
  ['1.005', null],
  ['1e3', null],
  ['', null],
])('%j is read as %j cents', (text, cents) => {
  expect(readAmount(text)).toBe(cents)
})
