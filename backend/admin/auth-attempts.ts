import { normalizeIP } from '@fastify/rate-limit'
import { asRecord } from '@shop/contract/coercion'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../http/errors/app-error.ts'
import { type Factor, logFactorCheck } from '../http/log-authentication.ts'
import type { Limit, LimitedKey } from '../http/rate-limits/rate-limiter.ts'
import type { AuthResponse } from './admin-auth.ts'
import type { AdminContext } from './admin-context.ts'
import { findAdminByEmail } from './admins.repository.ts'
import { authError, WRONG_GUESSES } from './auth-errors.ts'

/** Failed attempts of any kind from one address. */
const PER_ADDRESS: Limit = { max: 30, minutes: 15, delayAfter: 5 }
/**
 * Wrong passwords for one account: from one address, and from all. The latter only delays, so that nobody can lock an
 * owner out: who guesses from many addresses would take every probe. A password alone opens nothing.
 */
const PER_ACCOUNT_AND_ADDRESS: Limit = { max: 10, minutes: 15, delayAfter: 3 }
const PER_ACCOUNT: Limit = { max: 60, minutes: 15, delayAfter: 10, probeSeconds: 0 }
/** A code of an authenticator app is valid for three periods of 30 seconds, and may be used once in that time. */
const ONE_USE: Limit = { max: 1, minutes: 2 }

/** What the library's calls check; all others take the password. */
const FACTORS: Readonly<Record<string, Factor>> = {
  '/two-factor/verify-totp': 'app',
  '/two-factor/verify-backup-code': 'recovery_code',
  '/passkey/verify-authentication': 'passkey',
}

/** Calls the sign-in library where a stranger could guess; wrong guesses are counted and delayed, and all are logged. */
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
    logFactorCheck(request, { admin }, FACTORS[path] ?? 'password', result.ok)
    if (result.ok) return result
    wrong = result
    return null
  })
  if (response !== null) return response
  throw wrong === null ? new AppError('unauthorized') : authError(wrong)
}

/** The id of whom the library let in. */
function personOf({ body }: AuthResponse): string | null {
  const id = asRecord(body.user)?.id
  return typeof id === 'string' ? id : null
}

/** The rate limiter's keys for a request. */
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

/** Records the use of a code on all nodes; false when this user has used it before. */
export async function useCodeOnce(
  { rateLimiter }: Pick<AdminContext, 'rateLimiter'>,
  request: FastifyRequest,
  userId: string,
  code: string,
): Promise<boolean> {
  try {
    await rateLimiter.count({ key: `admin code ${code} of ${userId}`, limit: ONE_USE })
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') {
      logFactorCheck(request, { admin: userId }, 'app', false)
      return false
    }
    throw error
  }
}

/** Copies the library's cookies to the reply; throws when its response is an error. */
export function accept(response: AuthResponse, reply: FastifyReply): { success: true } {
  if (!response.ok) throw authError(response)
  response.setCookies(reply)
  return { success: true }
}
