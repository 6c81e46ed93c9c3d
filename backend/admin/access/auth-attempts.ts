import { normalizeIP } from '@fastify/rate-limit'
import { asRecord } from '@shop/contract/http/coercion'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { type Factor, logFactorCheck } from '../../platform/http/log-authentication.ts'
import { countsWithin, type Limit, type LimitedKey } from '../../platform/http/rate-limits/rate-limiter.ts'
import type { AuthResponse } from './admin-auth.ts'
import type { AdminContext } from './admin-sessions.ts'
import { findAdminByEmail } from './admins.repository.ts'

/** Failures of any kind. */
const PER_ADDRESS: Limit = { max: 30, minutes: 15, delayAfter: 5 }
/** Per account and address, and per account; the latter only delays, so no one can lock an owner out. */
const PER_ACCOUNT_AND_ADDRESS: Limit = { max: 10, minutes: 15, delayAfter: 3 }
const PER_ACCOUNT: Limit = { max: 60, minutes: 15, delayAfter: 10, probeSeconds: 0 }
/** An app's code is valid for three periods of 30 seconds, and used once. */
const ONE_USE: Limit = { max: 1, minutes: 2 }

/** By call; all others check the password. */
const FACTOR_BY_PATH: Readonly<Record<string, Factor>> = {
  '/two-factor/verify-totp': 'app',
  '/two-factor/verify-backup-code': 'recovery_code',
  '/passkey/verify-authentication': 'passkey',
}

/** Calls the sign-in library where a stranger could guess: wrong guesses are counted and delayed; all are logged. */
export async function attempt(
  { auth, database, rateLimiter }: Pick<AdminContext, 'auth' | 'database' | 'rateLimiter'>,
  request: FastifyRequest,
  { path, body, account }: { path: string; body: Record<string, unknown>; account?: string },
): Promise<AuthResponse> {
  let wrong: AuthResponse | null = null
  const response = await rateLimiter.attempt(limitedKeys(request, account), async () => {
    const result = await auth.call(request, path, body)
    if (!result.ok && !WRONG_GUESSES.has(result.code ?? '')) throw authError(result)
    const admin = personOf(result) ?? (account && (await findAdminByEmail(database, account))?.id) ?? null
    logFactorCheck(request, { admin }, FACTOR_BY_PATH[path] ?? 'password', result.ok)
    if (result.ok) return result
    wrong = result
    return null
  })
  if (response !== null) return response
  throw wrong === null ? new AppError('unauthorized') : authError(wrong)
}

/** The user whom the library let in. */
function personOf({ body }: AuthResponse): string | null {
  const id = asRecord(body.user)?.id
  return typeof id === 'string' ? id : null
}

export function limitedKeys(request: FastifyRequest, account?: string): LimitedKey[] {
  const address = normalizeIP(request.ip)
  const keys = [{ key: `admin guess from ${address}`, limit: PER_ADDRESS }]
  if (account === undefined) return keys
  const email = account.trim().toLowerCase()
  return [
    ...keys,
    { key: `admin guess at ${email} from ${address}`, limit: PER_ACCOUNT_AND_ADDRESS },
    { key: `admin guess at ${email}`, limit: PER_ACCOUNT },
  ]
}

/** Records the use of a code on all nodes; false when it was used before. */
export async function useCodeOnce(
  { rateLimiter }: Pick<AdminContext, 'rateLimiter'>,
  request: FastifyRequest,
  userId: string,
  code: string,
): Promise<boolean> {
  const isFirst = await countsWithin(rateLimiter, { key: `admin code ${code} of ${userId}`, limit: ONE_USE })
  if (!isFirst) logFactorCheck(request, { admin: userId }, 'app', false)
  return isFirst
}

/** Copies the library's cookies to the reply; throws its error. */
export function accept(response: AuthResponse, reply: FastifyReply): { success: true } {
  if (!response.ok) throw authError(response)
  response.setCookies(reply)
  return { success: true }
}

const WRONG_PASSWORD = 'That password is wrong.'
const START_AGAIN = 'This took too long, or too many codes were wrong. Please start again with your password.'
const NOT_FRESH = 'You signed in a while ago. Please sign out and in again, then do this.'

const ERROR_BY_CODE: Readonly<Record<string, () => AppError>> = {
  INVALID_EMAIL_OR_PASSWORD: () => new AppError('unauthorized', 'The email address or the password is wrong.'),
  INVALID_EMAIL: () => new AppError('unauthorized', 'The email address or the password is wrong.'),
  INVALID_PASSWORD: () => fieldError('password', WRONG_PASSWORD),
  INVALID_CODE: () => fieldError('code', 'This code is wrong. Please type the one that the app shows now.'),
  INVALID_BACKUP_CODE: () => fieldError('code', 'This code is wrong or has already been used.'),
  INVALID_TWO_FACTOR_COOKIE: () => new AppError('unauthorized', START_AGAIN),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: () => new AppError('unauthorized', START_AGAIN),
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new AppError('rate_limited', 'Too many wrong codes. Please wait 15 minutes.', null, 15 * 60),
  TOTP_ALREADY_ENABLED: () => new AppError('conflict', 'An app is already set up.'),
  TOTP_NOT_ENABLED: () =>
    new AppError('conflict', 'You haven’t finished setting up the new app. Please use a recovery code.'),
  TWO_FACTOR_NOT_ENABLED: () => new AppError('conflict', 'No app is set up yet.'),
  BACKUP_CODES_NOT_ENABLED: () => new AppError('conflict', 'You don’t have recovery codes yet.'),
  SESSION_NOT_FRESH: () => new AppError('forbidden', NOT_FRESH),
  PASSKEY_NOT_FOUND: () => new AppError('unauthorized', 'We don’t recognize this passkey. Please sign in another way.'),
  UNAUTHORIZED: () => new AppError('unauthorized'),
}

/** Error codes that count as wrong guesses. */
const WRONG_GUESSES: ReadonlySet<string> = new Set([
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_EMAIL',
  'INVALID_PASSWORD',
  'INVALID_CODE',
  'INVALID_BACKUP_CODE',
  'PASSKEY_NOT_FOUND',
  'AUTHENTICATION_FAILED',
])

export function authError({ status, code }: AuthResponse): AppError {
  const known = ERROR_BY_CODE[code ?? '']
  if (known !== undefined) return known()
  if (status === 401) return new AppError('unauthorized')
  // Of two recovery codes at the same instant the library takes one.
  if (status === 409) return new AppError('conflict')
  return status === 403 ? new AppError('forbidden') : new AppError('invalid_request')
}

export function fieldError(field: string, message: string): AppError {
  return new AppError('invalid_request', message, [{ field, message }])
}
