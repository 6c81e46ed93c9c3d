import fc from 'fast-check'
import { expect, test } from 'vitest'
import { US_STATES } from './tax.ts'
import { findState, findZip, formatAddress, isUnitedStates, parseRegion, parseZip, readAddress } from './us-address.ts'

const SALEM = { address1: '1 Derby St', address2: '', city: 'Salem', state: 'MA', zip: '01970' }

test.each([
  '1 Derby St\nSalem, MA 01970',
  '1 Derby St, Salem, MA 1970',
  '1 Derby St\nSalem MA 01970',
  '1 Derby St\nSalem\nMA\n01970',
  '1 Derby St, Salem, ma, 01970',
  '1 Derby St, Salem, Ma. 1970',
  '1 Derby St, Salem, M.A. 01970',
  '1 Derby St, Salem, Mass. 1970',
  '1 Derby St, Salem, Massachusetts 1970',
  '1 Derby St, Salem, MASSACHUSETTS, 01970, USA',
  '1 Derby St\nSalem, MA 1970\nUnited States of America',
  '1 Derby St, Salem, MA 01970, U.S.',
  '1 Derby St\nSalem 01970 MA',
  '  1 Derby St ,\r\nSalem ,  MA   01970 . ',
])('%j is one address', (text) => {
  expect(readAddress(text)).toEqual(SALEM)
  expect([findState(text), findZip(text)]).toEqual(['MA', '01970'])
})

test.each([
  ['1 Derby St, Salem, MA 019701234', '01970-1234'],
  ['1 Derby St, Salem, MA 19701234', '01970-1234'],
  ['1 Derby St, Salem, MA 01970-1234', '01970-1234'],
  ['1 Derby St, Salem, MA 01970 1234', '01970-1234'],
  ['1 Derby St, Salem, MA 1970-1234', '01970-1234'],
])('%s has the ZIP code %s', (text, zip) => {
  expect(readAddress(text)).toEqual({ ...SALEM, zip })
})

test.each([
  ['PSC 123 Box 4\nAPO, AE 9012', ['PSC 123 Box 4', '', 'APO', 'AE', '09012']],
  ['PSC 123 Box 4\nAPO AE 09012', ['PSC 123 Box 4', '', 'APO', 'AE', '09012']],
  ['1 Calle Sol, San Juan, PR 901', ['1 Calle Sol', '', 'San Juan', 'PR', '00901']],
  ['1 Main St, Washington, D.C. 20001', ['1 Main St', '', 'Washington', 'DC', '20001']],
  ['1 Main St, Washington, District of Columbia 20001', ['1 Main St', '', 'Washington', 'DC', '20001']],
  ['1 Main St, Apt 4, rear, Fargo, North Dakota 58102', ['1 Main St', 'Apt 4, rear', 'Fargo', 'ND', '58102']],
  ['1 Main St, Charleston, West Virginia 25301', ['1 Main St', '', 'Charleston', 'WV', '25301']],
])('the parts of %s are read', (text, [address1, address2, city, state, zip]) => {
  expect(readAddress(text)).toEqual({ address1, address2, city, state, zip })
})

test.each([
  '',
  '1 Derby St',
  '1 Derby St, Salem',
  'Salem, MA 01970',
  '1 Derby St, Salem, CA 1970',
  '1 Derby St, Salem, MA 970',
  '1 Derby St, Salem, MA 00000',
  '1 Derby St, Salem, MA',
  '1 High St, London, XX 12345',
  '1 Main St, Toronto, ON M5V 2T6, Canada',
])('of "%s" nothing is guessed', (text) => {
  expect(readAddress(text)).toBeNull()
})

test('a state without a ZIP code is read where it stands by itself', () => {
  expect([findState('1 Derby St, Salem, MA'), findZip('1 Derby St, Salem, MA')]).toEqual(['MA', null])
  expect(findState('1 Rue de La')).toBeNull()
  expect(findState('1 Calle Sol, San Juan, PR 00901')).toBeNull()
})

test.each([
  ['2108', 'MA', '02108'],
  ["'02108", 'MA', '02108'],
  ['2108.0', 'MA', '02108'],
  ['501', 'PR', '00501'],
  ['501', 'MA', null],
  ['9012', 'AE', '09012'],
  ['2108', 'NY', null],
  ['M5V 2T6', 'MA', null],
  ['', 'MA', null],
] as const)('the ZIP code %j of %s is %s', (text, region, zip) => {
  expect(parseZip(text, region)).toBe(zip)
})

test('every state is known by its letters and its name', () => {
  for (const [code, name] of Object.entries(US_STATES)) {
    expect([parseRegion(` ${code.toLowerCase()} `), parseRegion(name.toUpperCase())]).toEqual([code, code])
  }
  expect([parseRegion('Ontario'), parseRegion('')]).toEqual([null, null])
  expect(['', 'US', 'usa', 'United States', 'CA', 'Canada', 'Russia'].map(isUnitedStates)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('the lines that are made of parts are read as these parts', () => {
  const word = fc.stringMatching(/^[A-Z][a-z]{2,8}$/).filter((text) => parseRegion(text) === null)
  const number = fc.integer({ min: 1, max: 999 })
  const state = fc.constantFrom(...Object.keys(US_STATES))
  fc.assert(
    fc.property(
      number,
      word,
      word,
      word,
      state,
      fc.integer({ min: 1, max: 99_999 }),
      (house, street, flat, city, code, zip) => {
        const region = parseRegion(code)
        if (region === null) throw new Error(code)
        const address = {
          address1: `${house} ${street}`,
          address2: flat,
          city,
          state: region,
          zip: String(zip).padStart(5, '0'),
        }
        expect(readAddress(formatAddress(address))).toEqual(address)
      },
    ),
  )
})
