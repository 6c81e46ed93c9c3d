import { CallError, SHOWN_MESSAGE_LENGTH, serverMessage } from '@shop/contract/errors'
import { describe, expect, test } from 'vitest'
import { failureOf } from './use-auth-request.ts'

function errorResponse(status: number, body: unknown): CallError {
  return new CallError('status', 'refused', { status, serverMessage: serverMessage(body), retryAfter: null })
}

describe('a failed sign-in or sign-up', () => {
  test.each([
    ['signIn', 'Login Failed', 'Invalid email or password'],
    ['signUp', 'Registration Failed', 'Please check your information'],
  ] as const)('%s has the title %s and the specified text by default', (mode, title, text) => {
    expect(failureOf(mode, errorResponse(401, {}))).toEqual({ title, text, hint: null })
    expect(failureOf(mode, new TypeError('the answer holds no user'))).toEqual({ title, text, hint: null })
  })

  test("shows the server's message", () => {
    expect(failureOf('signIn', errorResponse(429, { message: 'Too many tries. Wait a minute.' })).text).toBe(
      'Too many tries. Wait a minute.',
    )
    expect(failureOf('signUp', errorResponse(409, { error: 'taken' })).text).toBe('taken')
  })

  test('explains an unusable response, such as an invalid token', () => {
    const malformed = new CallError('parse', 'no token', { status: 200, serverMessage: null, retryAfter: null })
    expect(failureOf('signIn', malformed)).toMatchObject({
      text: 'Invalid email or password',
      hint: expect.stringContaining('try again later'),
    })
  })

  test('shows at most 200 characters of it', () => {
    expect(failureOf('signIn', errorResponse(401, { message: 'x'.repeat(5000) })).text).toHaveLength(
      SHOWN_MESSAGE_LENGTH,
    )
  })

  test('distinguishes a failed call from a rejected one', () => {
    const lost = new CallError('network', 'no answer', { status: 0, serverMessage: null, retryAfter: null })
    expect(failureOf('signIn', lost)).toMatchObject({ text: 'Invalid email or password', hint: expect.any(String) })
  })
})
