import { post } from '../http/call.ts'
import { asRecord, asText } from '../http/coercion.ts'
import { isErrorBody } from '../http/errors.ts'

const PASSWORD_MIN_LENGTH = 6
export const PASSWORD_MAX_LENGTH = 128

export type Person = { firstName: string; lastName: string; email: string }
export type User = Person & { customer_id: string }
/** `sentUser` is the user as the backend sent it, which the browser stores (R3). */
export type Session = { user: User; token: string; sentUser: Readonly<Record<string, unknown>> }

/** At least 6 characters with both letters and numbers, any symbols, up to 128 (R28). */
export function isAcceptablePassword(password: string): boolean {
  // Counts code points: an emoji is one character, not two.
  const { length } = Array.from(password)
  return (
    length >= PASSWORD_MIN_LENGTH && length <= PASSWORD_MAX_LENGTH && /\p{L}/u.test(password) && /\p{N}/u.test(password)
  )
}

export const accountCalls = {
  signIn: post<Session, { body: { loginId: string; password: string } }>('/api/auth/signIn', parseSession, {
    isError: isErrorBody,
  }),
  signUp: post<Session, { body: Person & { loginId: string; password: string } }>('/api/auth/signUp', parseSession, {
    isError: isErrorBody,
  }),
  signOut: post<true>('/api/auth/signOut', () => true, { bearer: 'optional' }),
}

/** Parses the response of a sign-in or sign-up; throws a TypeError when user or token is missing. */
export function parseSession(body: unknown): Session {
  const row = asRecord(body)
  const sentUser = asRecord(row?.user)
  const user = parseUser(sentUser)
  const token = parseToken(asText(row?.token))
  if (sentUser === null || user === null || token === null)
    throw new TypeError('the response holds no user or no token')
  return { user, token, sentUser }
}

/** A token from a response or local storage; `null` unless it is visible ASCII, as a header requires. */
export function parseToken(text: string | null): string | null {
  return text !== null && /^[!-~]+$/.test(text) ? text : null
}

/** Parses a user from a response or from local storage; `null` when neither id, name nor email is there. */
export function parseUser(value: unknown): User | null {
  const row = asRecord(value)
  const user = {
    customer_id: asText(row?.customer_id) ?? '',
    firstName: asText(row?.firstName) ?? '',
    lastName: asText(row?.lastName) ?? '',
    email: asText(row?.email) ?? '',
  }
  return Object.values(user).some((text) => text !== '') ? user : null
}
