import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addressErrors,
  EMPTY_ADDRESS,
  findRegion,
  formatAddress,
  linesZipQuestion,
  missingParts,
  normalizeAddress,
  parseAddress,
} from './postal-address.ts'
import { parseRegion } from './region-names.ts'
import { otherRegionOfZip, parseZip, US_REGIONS } from './us-regions.ts'
import { US_STATES } from './us-states.ts'

const SALEM = { ...EMPTY_ADDRESS, address1: '1 Derby St', address2: '', city: 'Salem', state: 'MA', zip: '01970' }

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
  '1 Derby St; Salem; MA; 01970',
  '1 Derby St | Salem | MA 01970',
  '1 Derby St\tSalem\tMA\t01970',
  '1 Derby St, Salem, MA, United States, 01970',
  '1 Derby St, Salem, MA 01970 – USA',
  '1 Derby St, Salem, MA - Massachusetts, 01970',
  '  1 Derby St ,\r\nSalem ,  MA   01970 . ',
])('%j is one address', (text) => {
  expect(parseAddress(text)).toEqual(SALEM)
})

test.each([
  ['1 Derby St, Salem, MA 019701234', '01970-1234'],
  ['1 Derby St, Salem, MA 19701234', '01970-1234'],
  ['1 Derby St, Salem, MA 01970-1234', '01970-1234'],
  ['1 Derby St, Salem, MA 01970 1234', '01970-1234'],
  ['1 Derby St, Salem, MA 1970-1234', '01970-1234'],
  ['1 Derby St, Salem, M. A. 01970 – 1234', '01970-1234'],
])('%s has the ZIP code %s', (text, zip) => {
  expect(parseAddress(text)).toEqual({ ...SALEM, zip })
})

test.each([
  ['PSC 123 Box 4\nAPO, AE 9012', ['PSC 123 Box 4', '', 'APO', 'AE', '09012']],
  ['PSC 123 Box 4\nAPO AE 09012', ['PSC 123 Box 4', '', 'APO', 'AE', '09012']],
  ['1 Calle Sol, San Juan, PR 901', ['1 Calle Sol', '', 'San Juan', 'PR', '00901']],
  ['1 Main St, Washington, D.C. 20001', ['1 Main St', '', 'Washington', 'DC', '20001']],
  ['1 Main St, Washington DC 20001', ['1 Main St', '', 'Washington', 'DC', '20001']],
  ['1 Main St, Wash DC 20001', ['1 Main St', '', 'Wash', 'DC', '20001']],
  ['1 Main St, Wash., D.C. 20001', ['1 Main St', '', 'Wash.', 'DC', '20001']],
  ['1 Main St\nWashington D. C.\n20001', ['1 Main St', '', 'Washington', 'DC', '20001']],
  ['1 Main St, Washington, District of Columbia 20001', ['1 Main St', '', 'Washington', 'DC', '20001']],
  ['1 Derby St, Salem, Commonwealth of Massachusetts 01970', ['1 Derby St', '', 'Salem', 'MA', '01970']],
  ['1 Derby St\nSalem\nCommonwealth of Massachusetts\n1970', ['1 Derby St', '', 'Salem', 'MA', '01970']],
  ['1 Main St, Austin, State of Texas 78701', ['1 Main St', '', 'Austin', 'TX', '78701']],
  ['1 Main St, Austin, The State of Texas, 78701', ['1 Main St', '', 'Austin', 'TX', '78701']],
  ['1 Main St, Santa Fe, State of New Mexico 87501', ['1 Main St', '', 'Santa Fe', 'NM', '87501']],
  ['1 Calle Sol, San Juan, Commonwealth of Puerto Rico 901', ['1 Calle Sol', '', 'San Juan', 'PR', '00901']],
  ['1 Calle Sol, San Juan, Puerto Rico 00901, USA', ['1 Calle Sol', '', 'San Juan', 'PR', '00901']],
  [
    '1 Beach Rd, Saipan, Commonwealth of the Northern Mariana Islands 96950',
    ['1 Beach Rd', '', 'Saipan', 'MP', '96950'],
  ],
  ['1 Main St, Washington, The District of Columbia 20001', ['1 Main St', '', 'Washington', 'DC', '20001']],
  ['Unit 5 Box 12, DPO AE 09498', ['Unit 5 Box 12', '', 'DPO', 'AE', '09498']],
  ['1 Main St, Apt 4, rear, Fargo, North Dakota 58102', ['1 Main St', 'Apt 4, rear', 'Fargo', 'ND', '58102']],
  ['1 Main St, Charleston, West Virginia 25301', ['1 Main St', '', 'Charleston', 'WV', '25301']],
])('the parts of %s are read', (text, [address1, address2, city, state, zip]) => {
  expect(parseAddress(text)).toEqual({ ...EMPTY_ADDRESS, address1, address2, city, state, zip })
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
  expect(parseAddress(text)).toBeNull()
})

test('a state without a ZIP code is read where it stands by itself', () => {
  expect([findRegion('1 Derby St, Salem, MA'), parseAddress('1 Derby St, Salem, MA')]).toEqual(['MA', null])
  for (const [end, region] of [
    ['Austin, State of Texas', 'TX'],
    ['Salem, Commonwealth of Massachusetts', 'MA'],
    ['Washington, D.C.', 'DC'],
    ['Washington, District of Columbia', 'DC'],
    ['San Juan, Puerto Rico', 'PR'],
    ['Washington D.C.', 'DC'],
    ['APO, AE', 'AE'],
    ['FPO AP', 'AP'],
  ]) {
    expect(findRegion(`1 Main St, ${end}`), end).toBe(region)
  }
  expect([findRegion('1 Rue de La'), findRegion('1 Derby St, Salem MA')]).toEqual([null, null])
})

test('a line before the street is no street, and one that cannot be told is not guessed', () => {
  const street = { ...SALEM, address2: 'Apt 4' }
  expect(parseAddress('Acme Inc.\n1 Derby St\nApt 4\nSalem, MA 01970')).toEqual({ ...street, company: 'Acme Inc.' })
  expect(parseAddress('Acme\nDerby Wharf\nSalem, MA 01970')).toBeNull()
  expect(parseAddress('Derby Wharf\nSalem, MA 01970')).toEqual({ ...SALEM, address1: 'Derby Wharf' })
  expect(parseAddress('1 Derby St\nSalem, ME 01970')).toBeNull()
})

test('parts are stored alike however they were typed', () => {
  const typed = { ...SALEM, city: ' Salem ', state: 'Mass.', zip: '1970', country: 'usa' }
  expect(normalizeAddress(typed)).toEqual(SALEM)
  expect(normalizeAddress({ ...SALEM, state: '', zip: '901', country: 'Puerto Rico' })).toMatchObject({
    ...{ country: 'US', state: 'PR', zip: '00901' },
  })
  expect(normalizeAddress({ ...SALEM, state: 'ON', zip: 'M5V 2T6', country: 'Canada' })).toMatchObject({
    ...{ country: 'CA', state: 'ON', zip: 'M5V 2T6' },
  })
})

test('a missing or wrong part is named', () => {
  expect(addressErrors(SALEM)).toEqual({})
  expect(addressErrors(EMPTY_ADDRESS)).toEqual({
    address1: 'Please enter the street',
    city: 'Please enter the city',
    state: 'Please choose the state',
    zip: 'Please enter the ZIP code',
  })
  expect(addressErrors({ ...SALEM, zip: '0197' }).zip).toContain('This isn’t a ZIP code in Massachusetts')
  const other = { ...SALEM, state: 'ME' }
  expect(addressErrors(other)).toEqual({ zip: '01970 is a ZIP code in Massachusetts, not Maine' })
  expect(addressErrors(other, true)).toEqual({})
  expect(addressErrors({ ...SALEM, zip: '0197' }, true)).not.toEqual({})
  const abroad = { ...SALEM, state: '', zip: '', country: 'IE' }
  expect([addressErrors(abroad), missingParts(abroad)]).toEqual([{}, []])
  expect(addressErrors({ ...SALEM, country: 'Atlantis' })).toEqual({ country: 'Please choose the country' })
  expect(missingParts({ ...SALEM, city: '', zip: '' })).toEqual(['city', 'ZIP code'])
})

test.each([
  ['20001', 'DC'],
  ['00901', 'PR'],
  ['00802', 'VI'],
  ['96910', 'GU'],
  ['96950', 'MP'],
  ['96799', 'AS'],
  ['09012', 'AE'],
  ['34002', 'AA'],
  ['96201', 'AP'],
  ['06390', 'NY'],
  ['83414', 'WY'],
  ['73301', 'TX'],
  ['99501', 'AK'],
  ['02108-1234', 'MA'],
])('%s can be a ZIP code of %s', (zip, state) => {
  expect(addressErrors({ ...SALEM, state, zip })).toEqual({})
})

test('every region has ZIP codes, and another region is told from it', () => {
  for (const state of Object.keys(US_REGIONS)) {
    const zip = state === 'MA' ? '97201' : '02108'
    expect(addressErrors({ ...SALEM, state, zip }).zip, state).toMatch(/^\d{5} is a ZIP code in/)
  }
})

test('lines have the country where it is another one', () => {
  const abroad = { ...SALEM, city: 'Toronto', state: 'ON', zip: 'M5V 2T6', country: 'CA' }
  expect(formatAddress(abroad)).toBe('1 Derby St\nToronto, ON M5V 2T6\nCanada')
  expect(formatAddress({ ...EMPTY_ADDRESS, state: 'CA', zip: '94612' })).toBe('CA 94612')
})

test('a text of any length is looked at once', () => {
  for (const text of [' '.repeat(200_000), '. '.repeat(100_000), ','.repeat(200_000), 'a '.repeat(100_000)]) {
    expect(parseAddress(`1 Derby St${text}Salem`)).toBeNull()
  }
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
        const padded = String(zip).padStart(5, '0')
        fc.pre(otherRegionOfZip(padded, region) === null && parseZip(padded, region) !== null)
        const address = {
          ...EMPTY_ADDRESS,
          address1: `${house} ${street}`,
          address2: flat,
          city,
          state: region,
          zip: padded,
        }
        expect(parseAddress(formatAddress(address))).toEqual(address)
      },
    ),
  )
})

test.each([
  ['1 Derby St\nSalem, MA 01970', null],
  ['1 Derby St\nSalem, MA 01970-1234', null],
  ['1 Derby St\nSalem, MA 1970', null],
  ['1 Derby St\n01970 MA', null],
  ['1 Derby St\nSalem, MA 00212', null],
  ['1 Derby St\nSalem, ME 1970', '01970 is a ZIP code in Massachusetts, not Maine'],
  ['1 Derby St\nSalem, ME 01970', '01970 is a ZIP code in Massachusetts, not Maine'],
  ['PO Box 123\nBoston, MA', null],
  ['1 Via Roma\n20121 Milano MI\nItaly', null],
  ['', null],
])('the ZIP code of %j is doubted: %s', (text, question) => {
  expect(linesZipQuestion(text)).toBe(question)
})
