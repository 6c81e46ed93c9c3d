import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyCharacter } from '../../tests/harness/any-character.ts'
import { CallError, SHOWN_MESSAGE_LENGTH, serverMessage } from './errors.ts'

it('serverMessage (R4) shows the message of an error response', () => {
  expect(serverMessage({ success: false, error: 'conflict', message: ' There is an account already. ' })).toBe(
    'There is an account already.',
  )
})

it('serverMessage (R4) shows a string error where there is no message', () => {
  expect(serverMessage({ error: 'Account locked' })).toBe('Account locked')
  expect(serverMessage({ message: '  ', error: 'Account locked' })).toBe('Account locked')
})

it.each([
  { body: null },
  { body: undefined },
  { body: 'text' },
  { body: [] },
  { body: {} },
  { body: { message: '' } },
  { body: { message: 5 } },
  { body: { error: 'bad_creds' } },
  { body: { message: 'AUTH-17', error: 'unauthorized' } },
  { body: { error: { code: 1 } } },
])('serverMessage (R4) shows nothing for $body', ({ body }) => {
  expect(serverMessage(body)).toBeNull()
})

it('serverMessage (R4) shows the sentence where the other is a bare code', () => {
  expect(serverMessage({ message: 'bad_creds', error: 'The password is wrong' })).toBe('The password is wrong')
})

it('serverMessage (R4) never shows more than 200 characters, whatever the body', () => {
  const text = fc.string({ unit: anyCharacter, maxLength: 400 })
  const body = fc.oneof(fc.anything(), fc.record({ message: text }), fc.record({ error: text }))
  fc.assert(
    fc.property(body, (value) => {
      const shown = serverMessage(value)
      expect(shown === null || (shown.length > 0 && shown.length <= SHOWN_MESSAGE_LENGTH)).toBe(true)
    }),
  )
})

it('serverMessage (R4) never splits a character', () => {
  expect(serverMessage({ message: `${'a '.repeat(99)}a🎒 bags` })).toBe(`${'a '.repeat(99)}a`)
})

it('CallError has a message and a cause', () => {
  const cause = new Error('socket closed')
  const error = new CallError('network', 'no response', { status: 0, serverMessage: null, retryAfter: null }, { cause })
  expect(error).toMatchObject({
    name: 'CallError',
    kind: 'network',
    status: 0,
    serverMessage: null,
    retryAfter: null,
    cause,
  })
})
