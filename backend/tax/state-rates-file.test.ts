import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TEST_CATALOG } from '../testing/test-catalog.ts'
import { parseTaxFile } from './state-rates-file.ts'

const tax = JSON.parse(readFileSync(join(TEST_CATALOG, 'tax-rates.json'), 'utf8'))
const parse = (change: object, rates: object = {}) =>
  parseTaxFile(JSON.stringify({ ...tax, rates: { ...tax.rates, ...rates }, ...change }))

test('rates are whole millionths in the order of the states', () => {
  const { rates = [] } = parse({}, { WY: 0.0946, AL: 0.00000049 }).found ?? {}
  expect(rates).toHaveLength(50)
  expect([rates[0], rates.at(-1)]).toEqual([
    { state: 'AK', rate_millionths: Math.round(tax.rates.AK * 1_000_000) },
    { state: 'WY', rate_millionths: 94_600 },
  ])
  expect(rates.find(({ state }) => state === 'AL')?.rate_millionths).toBe(0)
})

test.each([
  ['a percentage', parse({}, { NY: 8.53 }), 'rates.NY'],
  ['a state left out', parse({}, { NY: undefined }), 'rates.NY'],
  ['a day that there is not', parse({ published: '2026-02-30' }), 'published'],
  ['a blank source', parse({ source: ' ' }), 'source'],
])('%s is named by its field, and nothing is read', (_what, { found, errors }, field) => {
  expect([found, errors.map((error) => error.field)]).toEqual([null, [field]])
})
