import { expect, it } from 'vitest'
import { parseClientToken } from './calls.ts'

it.each([
  [{ clientToken: 'abc' }, { clientToken: 'abc', provider: 'braintree' }],
  [
    { clientToken: 'abc', provider: 'sandbox' },
    { clientToken: 'abc', provider: 'sandbox' },
  ],
  [
    { clientToken: 'abc', provider: 'other' },
    { clientToken: 'abc', provider: 'braintree' },
  ],
  [{ clientToken: ' ' }, null],
  [{}, null],
  [null, null],
])('the card payment token (R21) reads %j as %j', (body, token) => {
  expect(parseClientToken(body)).toEqual(token)
})
