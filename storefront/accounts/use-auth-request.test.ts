import { CallError, SHOWN_MESSAGE_LENGTH, serverMessage } from '@shop/contract/errors'
import { describe, expect, test } from 'vitest'
import { failureOf } from './use-auth-request.ts'

function refusal(status: number, body: unknown): CallError {
  return new CallError('status', 'refused', { status, serverMessage: serverMessage(body), retryAfter: null })
}

describe('a failed sign-in or sign-up', () => {
  test.each([
    ['signIn', 'Login Failed', 'Invalid email or password'],
    ['signUp', 'Registration Failed', 'Please check your information'],
  ] as const)('%s says %s with the words of section 8 when the server says nothing', (mode, title, text) => {
    expect(failureOf(mode, refusal(401, {}))).toEqual({ title, text, hint: null })
    expect(failureOf(mode, new TypeError('the answer holds no user'))).toEqual({ title, text, hint: null })
  })

  test('says what the server says', () => {
    expect(failureOf('signIn', refusal(429, { message: 'Too many tries. Wait a minute.' })).text).toBe(
      'Too many tries. Wait a minute.',
    )
    expect(failureOf('signUp', refusal(409, { error: 'taken' })).text).toBe('taken')
  })

  test('says so where the answer itself cannot be used, as with a token that no header can carry', () => {
    const malformed = new CallError('parse', 'no token', { status: 200, serverMessage: null, retryAfter: null })
    expect(failureOf('signIn', malformed)).toMatchObject({
      text: 'Invalid email or password',
      hint: expect.stringContaining('try again later'),
    })
  })

  test('never says more than 200 characters of it', () => {
    expect(failureOf('signIn', refusal(401, { message: 'x'.repeat(5000) })).text).toHaveLength(SHOWN_MESSAGE_LENGTH)
  })

  test('tells a call without an answer from a refusal', () => {
    const lost = new CallError('network', 'no answer', { status: 0, serverMessage: null, retryAfter: null })
    expect(failureOf('signIn', lost)).toMatchObject({ text: 'Invalid email or password', hint: expect.any(String) })
  })
})
