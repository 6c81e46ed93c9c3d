import { expect, test } from 'vitest'
import { formatAge, formatBytes, formatCount } from './format-amount.ts'

const NOW = Date.parse('2026-11-22T12:00:00.000Z')

test.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [999_999, '1000 kB'],
  [12_340_000, '12.3 MB'],
  [2_000_000_000, '2.0 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('counts have a separator, and one is singular', () => {
  expect([formatCount(1, 'row'), formatCount(2431, 'row')]).toEqual(['1 row', '2,431 rows'])
})

test.each([
  ['2026-11-22T12:00:00.500Z', 'just now'],
  ['2026-11-22T11:59:00.000Z', '1 minute old'],
  ['2026-11-22T03:00:00.000Z', '9 hours old'],
  ['2026-11-20T12:00:00.000Z', '2 days old'],
])('a file of %s is %s', (iso, text) => {
  expect(formatAge(iso, NOW)).toBe(text)
})
