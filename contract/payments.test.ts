import { describe, expect, it } from 'vitest'
import { parseClientToken } from './payments.ts'

describe('the card payment token (R21)', () => {
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
  ])('reads %j as %j', (body, token) => {
    expect(parseClientToken(body)).toEqual(token)
  })
})
