import { expect, test } from 'vitest'
import {
  BILLING_ZIP,
  isMilitary,
  isState,
  isZipQuestion,
  otherRegionOfZip,
  parseZip,
  shortZipProblem,
  zipProblem,
  zipQuestion,
} from './us-regions.ts'

test.each([
  ['2108', 'MA', '02108'],
  ["'02108", 'MA', '02108'],
  ['2108.0', 'MA', '02108'],
  ['501', 'PR', '00501'],
  ['501', 'MA', null],
  ['9012', 'AE', '09012'],
  ['501', 'NY', '00501'],
  ['6390', 'NY', '06390'],
  ['1001', 'NY', null],
  ['2108.00', 'MA', '02108'],
  ['02108-', 'MA', '02108'],
  ['02108 - 1234', 'MA', '02108-1234'],
  ['02108–1234', 'MA', '02108-1234'],
  ['00212', 'MA', null],
  ['212', 'PR', null],
  ['00212', 'NY', null],
  ['99999', 'AK', '99999'],
  ['86900', 'AZ', null],
  ['2108', 'NY', null],
  ['M5V 2T6', 'MA', null],
  ['', 'MA', null],
] as const)('the ZIP code %j of %s is %s', (text, region, zip) => {
  expect(parseZip(text, region)).toBe(zip)
})

test.each([
  ['01970', null],
  ['1970', 'Please enter a 5-digit ZIP code'],
  ['00000', 'No ZIP code begins with 000'],
])('of a ZIP code without a state %s: %s', (zip, problem) => {
  expect(shortZipProblem(zip)).toBe(problem)
})

test('a card may be billed abroad, where postal codes of five digits begin otherwise', () => {
  expect(['81825', '00184', '97201'].every((zip) => BILLING_ZIP.test(zip))).toBe(true)
  expect(['00000', '9720', '97201-1234', ''].some((zip) => BILLING_ZIP.test(zip))).toBe(false)
})

test('a ZIP code of another region is a question, and what is none is a problem', () => {
  const other = '97201 is a ZIP code in Oregon, not Maine'
  expect([zipProblem('97201', 'ME'), zipQuestion('97201', 'ME'), isZipQuestion(other)]).toEqual([other, other, true])
  expect([zipProblem('9720', 'OR'), zipQuestion('9720', 'OR')]).toEqual([expect.stringMatching(/^This isn’t/), null])
  expect([zipProblem('04101', 'ME'), otherRegionOfZip('06390', 'NY'), otherRegionOfZip('06390', 'CT')]).toEqual([
    null,
    null,
    null,
  ])
})

test('states are told from territories and the military', () => {
  expect(['OR', 'DC', 'PR', 'AE'].map(isState)).toEqual([true, false, false, false])
  expect((['OR', 'PR', 'AA', 'AE', 'AP'] as const).map(isMilitary)).toEqual([false, false, true, true, true])
})

test('a spreadsheet leaves out all zeros at the beginning, or none', () => {
  expect([parseZip('0197', 'MA'), parseZip('0901', 'PR')]).toEqual([null, null])
})
