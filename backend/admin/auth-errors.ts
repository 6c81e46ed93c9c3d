import { AppError } from '../http/errors/app-error.ts'
import type { AuthResponse } from './admin-auth.ts'

const WRONG_PASSWORD = 'This password is wrong.'
const START_AGAIN = 'This took too long, or too many codes were wrong. Please start again with your password.'
const NOT_FRESH = 'You signed in a while ago. Please sign out and in again, then do this.'

/** Our error for each of the library's error codes. */
const ERRORS: Readonly<Record<string, () => AppError>> = {
  INVALID_EMAIL_OR_PASSWORD: () => new AppError('unauthorized', 'The e-mail address or the password is wrong.'),
  INVALID_EMAIL: () => new AppError('unauthorized', 'The e-mail address or the password is wrong.'),
  INVALID_PASSWORD: () => fieldError('password', WRONG_PASSWORD),
  INVALID_CODE: () => fieldError('code', 'This code is wrong. Please type the one that the app shows now.'),
  INVALID_BACKUP_CODE: () => fieldError('code', 'This code is wrong, or it was used already.'),
  INVALID_TWO_FACTOR_COOKIE: () => new AppError('unauthorized', START_AGAIN),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () => new AppError('unauthorized', START_AGAIN),
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new AppError('rate_limited', 'Too many codes were wrong. Please wait a quarter of an hour.', null, 15 * 60),
  TOTP_ALREADY_ENABLED: () => new AppError('conflict', 'An app is set up already.'),
  TOTP_NOT_ENABLED: () =>
    new AppError('conflict', 'The new app is not set up to its end yet: please use a recovery code.'),
  TWO_FACTOR_NOT_ENABLED: () => new AppError('conflict', 'No app is set up yet.'),
  BACKUP_CODES_NOT_ENABLED: () => new AppError('conflict', 'No recovery codes were made yet.'),
  SESSION_NOT_FRESH: () => new AppError('forbidden', NOT_FRESH),
  PASSKEY_NOT_FOUND: () => new AppError('unauthorized', 'This passkey is not known here. Please use another way.'),
  UNAUTHORIZED: () => new AppError('unauthorized'),
}

/** Error codes of wrong guesses, which are rate limited. */
export const WRONG_GUESSES: ReadonlySet<string> = new Set([
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_EMAIL',
  'INVALID_PASSWORD',
  'INVALID_CODE',
  'INVALID_BACKUP_CODE',
  'PASSKEY_NOT_FOUND',
  'AUTHENTICATION_FAILED',
])

/** Our error for an error response of the library. */
export function authError({ status, code }: AuthResponse): AppError {
  const known = ERRORS[code ?? '']
  if (known !== undefined) return known()
  if (status === 401) return new AppError('unauthorized')
  // Of two recovery codes at the same instant the library takes one.
  if (status === 409) return new AppError('conflict')
  return status === 403 ? new AppError('forbidden') : new AppError('invalid_request')
}

/** An error that the form shows at a field. */
export function fieldError(field: string, message: string): AppError {
  return new AppError('invalid_request', message, [{ field, message }])
}
