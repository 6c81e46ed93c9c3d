import { expect, test } from 'vitest'
import { OverloadedError } from './app-error.ts'
import { toAdminError, toAppError } from './to-app-error.ts'

test.each([
  ['more work than can be done in time', new OverloadedError('password hashes'), 'unavailable'],
  ['an unavailable database', Object.assign(new Error('no'), { code: 'ECONNREFUSED' }), 'unavailable'],
  ['an error of Fastify', Object.assign(new Error('no'), { statusCode: 413 }), 'too_large'],
  ['a bug', new TypeError('x is not a function'), 'internal'],
])('%s becomes the error that the contract has for it', (_, error, code) => {
  expect(toAppError(error)).toMatchObject({ code })
})

const withCode = (code: string) => Object.assign(new Error('no'), { code })

test.each([
  ['a database on a full disk', new Error('database or disk is full'), 'The disk of the database is full'],
  ['an upload on a full disk', withCode('ENOSPC'), 'The disk for uploaded files is full'],
  ['an upload on a disk that may only be read', withCode('EROFS'), 'The disk of the shop may only be read'],
  ['a database that may only be read', new Error('attempt to write a readonly database'), 'may only be read'],
])('%s is told to those who run the shop', (_, error, sentence) => {
  expect(toAdminError(error)).toMatchObject({ status: 503, message: expect.stringContaining(sentence) })
})
