import { expect, test } from 'vitest'
import { countsByState, findRates, zipRateText } from './zip-rates.ts'

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
