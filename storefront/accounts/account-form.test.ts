import { CallError } from '@shop/contract/errors'
import { describe, expect, test } from 'vitest'
import { accountFailure, isInvalidLink, isSignedOut } from './account-form.tsx'

const failed = (kind: CallError['kind'], status: number, serverMessage: string | null = null) =>
  new CallError(kind, 'failed', { status, serverMessage, retryAfter: null })

describe('a failed call of an account', () => {
  test("is the server's message where it rejects the call", () => {
    expect(accountFailure(failed('status', 403, 'This is not the password of your account.'))).toBe(
      'This is not the password of your account.',
    )
    expect(accountFailure(failed('status', 429, 'Too many attempts.'))).toBe('Too many attempts.')
  })

  test('says how to go on where there was no response', () => {
    for (const error of [failed('network', 0), failed('status', 503, 'internal words')]) {
      expect(accountFailure(error)).toMatch(/could not be reached.*try again/)
    }
  })

  test('says that a backend without these calls cannot do it', () => {
    const errors = [
      failed('status', 404, 'Cannot POST'),
      failed('parse', 200),
      failed('status', 400),
      new TypeError('x'),
    ]
    for (const error of errors) expect(accountFailure(error)).toMatch(/cannot be done here/)
  })

  test('is classified by what to do next', () => {
    expect([isSignedOut(failed('status', 401)), isSignedOut(failed('status', 403))]).toEqual([true, false])
    expect([isInvalidLink(failed('status', 409)), isInvalidLink(new Error())]).toEqual([true, false])
  })
})
