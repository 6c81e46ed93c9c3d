import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TEST_CATALOG } from '../testing/test-catalog.ts'
import { parseCheckoutFiles, readCheckoutFolder } from './delivery-and-tax-files.ts'

const delivery = readFileSync(join(TEST_CATALOG, 'delivery-options.json'), 'utf8')
const tax = readFileSync(join(TEST_CATALOG, 'tax-rates.json'), 'utf8')
const option = JSON.parse(delivery)[0]

function errorsOf(texts: { delivery?: unknown; tax?: unknown }) {
  const text = (value: unknown, own: string) =>
    value === undefined ? own : typeof value === 'string' ? value : JSON.stringify(value)
  return parseCheckoutFiles({ delivery: text(texts.delivery, delivery), tax: text(texts.tax, tax) }).errors
}

describe('delivery-options.json and tax-rates.json', () => {
  test('the shipped files are valid', async () => {
    expect((await readCheckoutFolder()).errors).toEqual([])
    expect(errorsOf({})).toEqual([])
  })

  test('an empty list of delivery options is allowed', () => {
    expect(errorsOf({ delivery: [] })).toEqual([])
  })

  test.each([
    ['no JSON', '{', ''],
    ['no list', {}, ''],
    ['a misspelt field', [{ ...option, delivery_costs: 1 }], '0'],
    ['a cost as text', [{ ...option, delivery_cost: '4.95' }], '0.delivery_cost'],
    ['a negative cost', [{ ...option, delivery_cost: -1 }], '0.delivery_cost'],
    ['half a cent', [{ ...option, delivery_cost: 4.955 }], '0.delivery_cost'],
    ['half a day', [{ ...option, estimated_days: 1.5 }], '0.estimated_days'],
    ['an id used twice', [option, option], '1.delivery_type_id'],
  ])('delivery options with %s are rejected, naming the field', (_what, value, field) => {
    expect(errorsOf({ delivery: value })).toMatchObject([{ file: 'delivery-options.json', field }])
  })

  const rates = (change: object) => ({ ...JSON.parse(tax), rates: { ...JSON.parse(tax).rates, ...change } })
  test.each([
    ['a percentage', rates({ NY: 8.53 }), 'rates.NY'],
    ['a tenth of a percent, as 0.1035 of a percent', rates({ NY: 0.001035 }), 'rates.NY'],
    ['82% for 8.2%', rates({ NY: 0.82 }), 'rates.NY'],
    ['a negative rate', rates({ NY: -0.1 }), 'rates.NY'],
    ['a missing state', rates({ NY: undefined }), 'rates.NY'],
    ['an unknown state', rates({ XX: 0.1 }), 'rates'],
    ['no source', { ...JSON.parse(tax), source: '' }, 'source'],
  ])('tax rates with %s are rejected, naming the field', (_what, value, field) => {
    expect(errorsOf({ tax: value })).toMatchObject([{ file: 'tax-rates.json', field }])
  })
})
