import { expect, test } from 'vitest'
import { isTooComplex } from './request-guards.ts'

const row = { row: 1, product: 'a, [b] {c} "d" \\', stock: '5' }

test('a hundred thousand rows are taken, and what texts hold is not counted', () => {
  expect(isTooComplex(JSON.stringify({ rows: Array.from({ length: 100_000 }, () => row) }))).toBe(false)
  expect(isTooComplex(JSON.stringify({ text: '[{,"\\'.repeat(1_000_000) }))).toBe(false)
})

test.each([
  ['a nest of lists', '['.repeat(101)],
  ['a nest of objects', '{"a":'.repeat(101)],
  ['a million objects', `[${'{},'.repeat(500_000)}{}]`],
  ['a million fields', `{${'"a":1,'.repeat(500_000)}"a":1}`],
])('%s is too much', (_what, json) => {
  expect(isTooComplex(json)).toBe(true)
})
