import { expect, test } from 'vitest'
import { OverloadedError } from './overloaded-error.ts'
import { toAppError } from './to-app-error.ts'

test.each([
  ['more work than can be done in time', new OverloadedError('password hashes'), 'unavailable'],
  ['an unavailable database', Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), 'unavailable'],
  ['an error of Fastify', Object.assign(new Error('no'), { statusCode: 413 }), 'too_large'],
  ['a bug', new TypeError('x is not a function'), 'internal'],
])('%s becomes the error that the contract has for it', (_, error, code) => {
  expect(toAppError(error)).toMatchObject({ code })
})
