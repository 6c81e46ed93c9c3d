import { CallError, SHOWN_MESSAGE_LENGTH, serverMessage } from '@shop/contract/http/errors'
import { QueryClient } from '@tanstack/react-query'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountFailure, isInvalidLink, isSignedOut } from './account-form.tsx'
import { forgetOthersData, ownerOf, personalKey } from './personal-data.ts'
import { parseLinkToken } from './sign-in/mailed-link.tsx'
import { failureOf } from './use-auth-request.ts'

const failed = (kind: CallError['kind'], status: number, serverMessage: string | null = null) =>
  new CallError(kind, 'failed', { status, serverMessage, retryAfter: null })

test("a failed call of an account is the server's message where it rejects the call", () => {
  expect(accountFailure(failed('status', 403, 'That isn’t your current password.'))).toBe(
    'That isn’t your current password.',
  )
  expect(accountFailure(failed('status', 429, 'Too many attempts.'))).toBe('Too many attempts.')
})

test('a failed call of an account blames the connection only where there was no response, and says how to go on', () => {
  expect(accountFailure(failed('network', 0))).toMatch(/couldn’t reach the shop.*connection.*try again/)
  for (const status of [500, 503]) {
    expect(accountFailure(failed('status', status, 'internal words'))).toMatch(/^The shop had a problem.*try again/)
  }
})

test('a failed call of an account says that a backend without these calls cannot do it', () => {
  const errors = [failed('status', 404, 'Cannot POST'), failed('parse', 200), failed('status', 400), new TypeError('x')]
  for (const error of errors) expect(accountFailure(error)).toMatch(/can’t do this here/)
})

test('a failed call of an account is classified by what to do next', () => {
  expect([isSignedOut(failed('status', 401)), isSignedOut(failed('status', 403))]).toEqual([true, false])
  expect([isInvalidLink(failed('status', 409)), isInvalidLink(new Error())]).toEqual([true, false])
})

const TOKEN = 'dJ4mQ0xT9sB2vL7eH5kR8nW1yC6pZ3uG0aF4iX9oV2E'

test('the token is the fragment of an emailed link', () => {
  expect(parseLinkToken(`#token=${TOKEN}`)).toBe(TOKEN)
})

test('a link that is incomplete or has something added has none, and nothing throws', () => {
  for (const hash of [
    '',
    '#',
    '#token=',
    `#token=${TOKEN.slice(1)}`,
    `#token=${TOKEN}.`,
    `#token=${TOKEN}%20`,
    '#quiz',
  ]) {
    expect(parseLinkToken(hash)).toBeNull()
  }
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (hash) => {
      expect(parseLinkToken(hash)).toBeNull()
    }),
  )
})

const ada = ownerOf({ user: { customer_id: '7', email: '' } })
const ben = ownerOf({ user: { customer_id: '8', email: '' } })
const guest = ownerOf({ user: null })

function clientWithData(): QueryClient {
  const client = new QueryClient()
  client.setQueryData(['products'], 'for everybody')
  for (const owner of [ada, ben, guest]) client.setQueryData(personalKey(owner, 'orders'), owner)
  return client
}

test.each([
  ['a guest', guest, [ada, ben]],
  ['another customer', ben, [ada, guest]],
])("when the visitor is %s, other visitors' data is dropped", (_, owner, gone) => {
  const client = clientWithData()
  forgetOthersData(client, owner)
  expect(client.getQueryData(personalKey(owner, 'orders'))).toBe(owner)
  for (const other of gone) expect(client.getQueryData(personalKey(other, 'orders'))).toBeUndefined()
  expect(client.getQueryData(['products'])).toBe('for everybody')
})

test('a customer whose id is the word for guests is still a customer', () => {
  expect(ownerOf({ user: { customer_id: guest, email: '' } })).not.toBe(guest)
})

function errorResponse(status: number, body: unknown): CallError {
  return new CallError('status', 'refused', { status, serverMessage: serverMessage(body), retryAfter: null })
}

test.each([
  ['signIn', 'Login Failed', 'Invalid email or password'],
  ['signUp', 'Registration Failed', 'Please check your information'],
] as const)(
  'a failed sign-in or sign-up %s has the title %s and the specified text by default',
  (mode, title, text) => {
    expect(failureOf(mode, errorResponse(401, {}))).toEqual({ title, text, hint: null })
    expect(failureOf(mode, new TypeError('the answer holds no user'))).toEqual({ title, text, hint: null })
  },
)

test("a failed sign-in or sign-up shows the server's message", () => {
  expect(failureOf('signIn', errorResponse(429, { message: 'Too many tries. Wait a minute.' })).text).toBe(
    'Too many tries. Wait a minute.',
  )
  expect(failureOf('signUp', errorResponse(409, { error: 'Address taken' })).text).toBe('Address taken')
})

test('a failed sign-in or sign-up never shows a code that is not for people', () => {
  for (const body of [{ error: 'bad_creds' }, { message: 'AUTH_017' }])
    expect(failureOf('signIn', errorResponse(401, body)).text).toBe('Invalid email or password')
})

test('a failed sign-in or sign-up explains an unusable response, such as an invalid token', () => {
  const malformed = new CallError('parse', 'no token', { status: 200, serverMessage: null, retryAfter: null })
  expect(failureOf('signIn', malformed)).toMatchObject({
    text: 'Invalid email or password',
    hint: expect.stringContaining('try again later'),
  })
})

test('a failed sign-in or sign-up shows at most 200 characters of it', () => {
  expect(failureOf('signIn', errorResponse(401, { message: 'xy '.repeat(5000) })).text).toHaveLength(
    SHOWN_MESSAGE_LENGTH,
  )
})

test('a failed sign-in or sign-up distinguishes a failed call from a rejected one', () => {
  const lost = new CallError('network', 'no answer', { status: 0, serverMessage: null, retryAfter: null })
  expect(failureOf('signIn', lost)).toMatchObject({
    text: 'Invalid email or password',
    hint: expect.stringContaining('connection'),
  })
  expect(failureOf('signIn', errorResponse(500, {})).hint).toMatch(/^The shop had a problem.*try again/)
})
