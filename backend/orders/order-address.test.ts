import { EMPTY_ADDRESS } from '@shop/contract/address/postal-address'
import { expect, test } from 'vitest'
import { addressColumns, addressOf, addressText, labelProblem, NO_ADDRESS, taxStateOf } from './order-address.ts'

const HOME = { ...EMPTY_ADDRESS, address1: '12 Main St', city: 'Oakland', state: 'CA', zip: '94601', country: 'US' }

test('an address that was typed in parts is taken as it was typed, and without one there is none', () => {
  const parts = { address1: '5 Elm St', address2: null, city: 'Salem', state: 'OR', zip: '97301' }
  // As a node of an earlier version stores it.
  expect(addressOf({ ...NO_ADDRESS, ...parts, delivery_address: 'its lines' })).toEqual({
    ...EMPTY_ADDRESS,
    ...parts,
    address2: '',
  })
  expect(addressOf({ ...NO_ADDRESS, state: 'OR' })).toBeNull()
  expect(addressOf({ ...NO_ADDRESS, state: null, delivery_address: '12 Main St\nOakland, CA 94601' })).toBeNull()
})

test('an address that is stored comes back, and an empty one is none', () => {
  expect(addressOf({ ...addressColumns(HOME), state: null })).toEqual(HOME)
  expect(addressColumns(EMPTY_ADDRESS)).toEqual(NO_ADDRESS)
  expect(addressText({ ...NO_ADDRESS, state: 'CA', delivery_address: 'as it was typed' })).toBe('as it was typed')
})

test('the state whose tax was charged is the one of the order, then that of an address in the country', () => {
  expect(taxStateOf({ ...addressColumns(HOME), state: 'OR' })).toBe('OR')
  expect(taxStateOf({ ...addressColumns(HOME), state: null })).toBe('CA')
  expect(taxStateOf({ ...addressColumns({ ...HOME, country: 'CA', state: 'ON' }), state: null })).toBeNull()
  expect(taxStateOf({ ...NO_ADDRESS, state: null })).toBeNull()
})

test('a missing part of a label is named in a sentence', () => {
  const problemOf = (parts: object) => labelProblem({ ...addressColumns({ ...HOME, ...parts }), state: null })
  expect(problemOf({})).toBeNull()
  expect(problemOf({ zip: '' })).toBe('ZIP code is missing')
  expect(problemOf({ city: '', zip: '' })).toBe('City and ZIP code are missing')
  expect(labelProblem({ ...NO_ADDRESS, state: 'CA' })).toBe('The address is missing')
})
