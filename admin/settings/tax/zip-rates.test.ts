import type { AdminZipRate } from '@shop/contract/tax/admin'
import { expect, test } from 'vitest'
import { countsByState, findRates, unusualText, zipRateText } from './zip-rates.ts'

const DALLAS = { state: 'TX', from: '75001', to: '75099', percent: 8.25 } as const
const EL_PASO = { state: 'TX', from: '79901', to: '79901', percent: 7 } as const
const TULSA = { state: 'OK', from: '74101', to: '74199', percent: 8.517 } as const
const RATES = [TULSA, DALLAS, EL_PASO]

test('rates read as a person says them', () => {
  expect([DALLAS, EL_PASO].map(zipRateText)).toEqual(['Texas 75001 to 75099: 8.25%', 'Texas 79901: 7%'])
  expect(countsByState(RATES)).toBe('3 rates: Oklahoma 1, Texas 2.')
  expect(countsByState([TULSA])).toBe('One rate: Oklahoma 1.')
})

test.each([
  ['75050', [DALLAS]],
  ['75100', []],
  ['7', [TULSA, DALLAS, EL_PASO]],
  ['750', [DALLAS]],
  ['texas', [DALLAS, EL_PASO]],
  ['ok', [TULSA]],
  ['', RATES],
  ['1234567', []],
])('"%s" finds the rates that it may mean', (text, found) => {
  expect(findRates(RATES, text)).toEqual(found)
})

test('an import asks about the first unusual rate with its range, and counts the others', () => {
  const dear = { ...DALLAS, percent: 82.5 }
  const textOf = (unusual_count: number, first: AdminZipRate = dear) =>
    unusualText({ states: [], unusual: [first], unusual_count, problems: [], problem_count: 0 })
  const asked = 'Texas 75001 to 75099: 82.5% is unusual, most rates are 1% to 15%.'
  expect([1, 2, 3].map((count) => textOf(count))).toEqual([
    `${asked} Is that right?`,
    `${asked} One more is unusual, too. Is that right?`,
    `${asked} 2 more are unusual, too. Is that right?`,
  ])
  const foreign = 'Texas 75001 to 97201: 97201 is a ZIP code in Oregon, not Texas. Is that right?'
  expect(textOf(1, { ...DALLAS, to: '97201' })).toBe(foreign)
  expect(unusualText({ states: [], unusual: [], unusual_count: 0, problems: [], problem_count: 0 })).toBeNull()
})
