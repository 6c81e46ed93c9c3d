import * as z from 'zod/mini'
import { asRecord, asText } from './coercion.ts'
import { customer } from './customer.ts'
import { defineEndpoint } from './endpoint.ts'
import { isErrorBody, successBody } from './errors.ts'

const PASSWORD_MIN_LENGTH = 6
/** Generous; only rejects absurd input (R28). */
export const PASSWORD_MAX_LENGTH = 128

export type User = z.infer<typeof wireUser>
/** What identifies a person in forms and calls (R24). */
export type Person = Omit<User, 'customer_id'>
export type Session = { user: User; token: string }

/** At least 6 characters with both letters and numbers, any symbols, up to 128 (R28). */
export function isAcceptablePassword(password: string): boolean {
  // Counts code points: an emoji is one character, not two.
  const { length } = Array.from(password)
  return (
    length >= PASSWORD_MIN_LENGTH && length <= PASSWORD_MAX_LENGTH && /\p{L}/u.test(password) && /\p{N}/u.test(password)
  )
}

export const wireUser = z.object({
  customer_id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
})
export const wireSession = z.extend(successBody, { user: wireUser, token: z.string() })

/** A password as it is compared with the stored one: any text. */
export const anyPassword = z.string().check(z.minLength(1), z.maxLength(1000))
/** A password that is chosen (R28). */
export const newPassword = z
  .string()
  .check(z.refine(isAcceptablePassword, 'Must be minimum 6 characters containing both letters and numbers'))

export const signInEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/auth/signIn',
  summary: 'Signs in with e-mail and password',
  tag: 'accounts',
  description: 'Opens a session for 30 days. An unknown e-mail and a wrong password get the same response.',
  body: z.object({ loginId: z.string().check(z.minLength(1), z.maxLength(1000)), password: anyPassword }),
  response: wireSession,
  errors: ['unauthorized'],
  isError: isErrorBody,
  parse: parseSession,
})

export const signUpEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/auth/signUp',
  summary: 'Creates an account; loginId equals the e-mail address',
  tag: 'accounts',
  description:
    'Creates an account and opens a session. A password has 6 to 128 characters with letters and numbers, and is none of the commonly used ones. An address that has an account already is a conflict.',
  body: z.object({
    ...customer.shape,
    loginId: z.string().check(z.maxLength(1000)),
    password: newPassword,
  }),
  response: wireSession,
  errors: ['conflict'],
  isError: isErrorBody,
  parse: parseSession,
})

/** Revokes the token (R29, our addition). */
export const signOutEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/auth/signOut',
  summary: 'Revokes the bearer token',
  tag: 'accounts',
  description:
    'Ends the session of the token that is sent. Without one, or with one that has ended already, there is nothing to do and the response is the same.',
  response: successBody,
  errors: [],
  bearer: 'optional',
  parse: () => true,
})

/** Parses the response of a sign-in or sign-up; throws a TypeError when user or token is missing. */
export function parseSession(body: unknown): Session {
  const row = asRecord(body)
  const user = parseUser(row?.user)
  const token = parseToken(asText(row?.token))
  if (user === null || token === null) throw new TypeError('the response holds no user or no token')
  return { user, token }
}

/**
 * A token from a response or from local storage; `null` unless it is visible ASCII, since other text cannot be sent in
 * a header.
 */
export function parseToken(text: string | null): string | null {
  return text !== null && /^[!-~]+$/.test(text) ? text : null
}

/** Parses a user from a response or from local storage; `null` without an id. */
export function parseUser(value: unknown): User | null {
  const row = asRecord(value)
  const customer_id = asText(row?.customer_id)
  if (customer_id === null) return null
  return {
    customer_id,
    firstName: asText(row?.firstName) ?? '',
    lastName: asText(row?.lastName) ?? '',
    email: asText(row?.email) ?? '',
  }
}
