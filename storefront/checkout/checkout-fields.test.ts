import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type CheckoutName,
  checkCheckout,
  FIELD_LENGTHS,
  normalizeField,
  parseCheckoutValues,
  zipDoubt,
} from './checkout-fields.ts'

const NAMES = Object.keys(FIELD_LENGTHS) as CheckoutName[]
const FILLED = parseCheckoutValues({
  firstName: 'Ada',
  lastName: 'Shopper',
  email: 'ada@packwright.example',
  address1: '12 Main St',
  city: 'Albany',
  state: 'NY',
  zipCode: '12207',
})

test('the checkout form (section 5): phone and address line 2 are optional', () => {
  expect(checkCheckout(FILLED)).toEqual({})
})

test('the checkout form (section 5): first name, last name, email, address line 1, city, state and ZIP are required', () => {
  expect(Object.keys(checkCheckout(parseCheckoutValues(null))).toSorted()).toEqual(
    ['firstName', 'lastName', 'email', 'address1', 'city', 'state', 'zipCode'].toSorted(),
  )
})

test('the checkout form (section 5): blanks count as empty', () => {
  expect(checkCheckout({ ...FILLED, city: '   ' })).toEqual({ city: 'Please enter a city' })
})

test.each(['ada', 'ada@', 'ada@packwright', 'ada@packwright.e', 'ada packwright@a.co'])(
  'the checkout form (section 5) %s is no email',
  (email) => {
    expect(checkCheckout({ ...FILLED, email })).toEqual({ email: 'Please enter a valid email address' })
  },
)

test.each(['1', '1220', '1220a', '12-07'])('the checkout form (section 5) %s is not a ZIP code', (zipCode) => {
  expect(checkCheckout({ ...FILLED, zipCode })).toEqual({ zipCode: 'Please enter a 5-digit ZIP code' })
})

test.each(['00212', '00000', '86901'])('the checkout form (section 5): no ZIP code begins as %s does', (zipCode) => {
  expect(checkCheckout({ ...FILLED, zipCode })).toEqual({ zipCode: `No ZIP code begins with ${zipCode.slice(0, 3)}` })
})

test('a ZIP code of another state is asked about, and is no error', () => {
  const other = { ...FILLED, state: 'ME', zipCode: '01970' }
  expect([zipDoubt(other), checkCheckout(other)]).toEqual(['01970 is a ZIP code in Massachusetts, not Maine', {}])
  expect(zipDoubt({ ...other, state: 'MA' })).toBeNull()
  expect(zipDoubt({ ...other, state: '' })).toBeNull()
  expect(zipDoubt({ ...other, zipCode: '0197' })).toBeNull()
})

test('the checkout form (section 5): an unknown state is not accepted', () => {
  expect(checkCheckout({ ...FILLED, state: 'XX' })).toEqual({ state: 'Please choose a state' })
})

test('the checkout form (section 5): address lines and city are upper-cased, names are not', () => {
  expect(normalizeField('address1', '12 Main St')).toBe('12 MAIN ST')
  expect(normalizeField('address2', 'apt 4')).toBe('APT 4')
  expect(normalizeField('city', 'Albany')).toBe('ALBANY')
  expect(normalizeField('firstName', 'Ada')).toBe('Ada')
})

test('the checkout form (section 5): address lines hold 300 characters, a ZIP code 5', () => {
  expect(normalizeField('address1', 'x'.repeat(400))).toHaveLength(300)
  expect(normalizeField('zipCode', '12207-1234')).toBe('12207')
})

test('the checkout form (section 5): whatever is stored, every field is text within its length, and parsing is idempotent', () => {
  const storedValues = fc.oneof(
    fc.jsonValue(),
    fc.record(Object.fromEntries(NAMES.map((name) => [name, fc.jsonValue()]))),
  )
  void fc.assert(
    fc.property(storedValues, (stored) => {
      const values = parseCheckoutValues(stored)
      for (const name of NAMES) expect(values[name].length).toBeLessThanOrEqual(FIELD_LENGTHS[name])
      expect(parseCheckoutValues(values)).toEqual(values)
    }),
  )
})
