import { expect, test } from 'vitest'
import { EMPTY_ADDRESS } from '../address/postal-address.ts'
import { shopAddress, shopAddressLines } from './shop-address.ts'

const SALEM = { ...EMPTY_ADDRESS, address1: '1 Derby St', city: 'Salem', state: 'MA', zip: '01970' }

test('parts are stored alike however they were typed', () => {
  expect(shopAddress.parse({ ...SALEM, state: 'mass.', zip: '1970', country: 'usa' })).toEqual(SALEM)
})

test('its lines are made of the parts; a text of an earlier version is shown as it is', () => {
  expect(shopAddressLines(SALEM)).toBe('1 Derby St\nSalem, MA 01970')
  expect([shopAddressLines('Derby Wharf\nSalem'), shopAddressLines(null)]).toEqual(['Derby Wharf\nSalem', ''])
})

test.each([
  ['a long text', 'x'.repeat(301)],
  ['a long part', { ...SALEM, city: 'x'.repeat(301) }],
  ['half an address', { city: 'Salem' }],
  ['a number', 1970],
])('%s is no address', (_what, value) => {
  expect(shopAddress.safeParse(value).success).toBe(false)
})
