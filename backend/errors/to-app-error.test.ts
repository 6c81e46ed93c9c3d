import { expect, test } from 'vitest'
import { OverloadedError } from './overloaded-error.ts'
import { toAppError } from './to-app-error.ts'

test.each([
  ['more work than can be done in time', new OverloadedError('password hashes'), 'unavailable'],
  ['a database that is away', Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), 'unavailable'],
  ["Fastify's own refusal", Object.assign(new Error('no'), { statusCode: 413 }), 'too_large'],
  ['a mistake in the code', new TypeError('x is not a function'), 'internal'],
])('%s becomes the error that the contract names for it', (_, error, code) => {
  expect(toAppError(error)).toMatchObject({ code })
})
