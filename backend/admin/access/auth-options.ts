import type { DBAdapter, DBTransactionAdapter, Where } from '@better-auth/core/db/adapter'
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { passkey } from '@better-auth/passkey'
import { ADMIN_PASSWORD_MAX_LENGTH, ADMIN_PASSWORD_MIN_LENGTH } from '@shop/contract/access/session'
import type { BetterAuthOptions } from 'better-auth'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins'
import { hashToken } from '../../accounts/passwords/tokens.ts'
import { COOKIE_PREFIX } from '../../platform/http/secure-access.ts'
import { AUTH_PATH, type AuthParts } from './admin-auth.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'

const DAY_SECONDS = 24 * 60 * 60
/** An active session is extended once an hour. */
const SESSION_LIFETIME_SECONDS = 14 * DAY_SECONDS
const PROLONG_INTERVAL_SECONDS = 60 * 60

/** The admin's origin is that of each request. */
export function authOptions({ database, secret, passwords, shopName }: AuthParts, isHttps: boolean) {
  const times = { createdAt: 'created_at', updatedAt: 'updated_at' }
  return {
    appName: shopName(),
    // `guardAdmin` has compared it with the Origin header.
    baseURL: { allowedHosts: ['*'], protocol: isHttps ? 'https' : 'http' },
    basePath: AUTH_PATH,
    secret,
    // Without a dialect type the library stores ISO times and 0 or 1 on both engines.
    database: (options: BetterAuthOptions) => hashSessionTokens(kyselyAdapter(database, {})(options)),
    telemetry: { enabled: false },
    // It would log email addresses.
    logger: { disabled: true },
    // Database errors reach our error handler; by default the library prints them.
    onAPIError: { throw: true },
    // Our own rate limiter covers all nodes.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: ADMIN_PASSWORD_MIN_LENGTH,
      maxPasswordLength: ADMIN_PASSWORD_MAX_LENGTH,
      password: { hash: passwords.hash, verify: ({ hash, password }) => passwords.verify(password, hash) },
    },
    user: {
      modelName: 'admin_users',
      fields: { emailVerified: 'email_verified', ...times },
      additionalFields: {
        role: { type: 'string', required: true, input: false },
        rights: { type: 'string', required: true, input: false },
      },
    },
    session: {
      modelName: 'admin_sessions',
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      expiresIn: SESSION_LIFETIME_SECONDS,
      updateAge: PROLONG_INTERVAL_SECONDS,
    },
    account: {
      modelName: 'admin_accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
    },
    // Otherwise a copy of the database has the cookie of an unfinished sign-in.
    verification: {
      modelName: 'admin_verifications',
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', ...times },
    },
    plugins: [codeApp(shopName()), passkeys(shopName())],
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: isHttps,
      // Only with the admin's calls, never with pages of the shop.
      defaultCookieAttributes: { httpOnly: true, sameSite: 'strict', secure: isHttps, path: '/api/admin' },
      // People's addresses are not stored.
      ipAddress: { disableIpTracking: true },
    },
  } satisfies BetterAuthOptions
}

function codeApp(shopName: string) {
  return twoFactor({
    issuer: `${shopName} admin`,
    backupCodeOptions: { customBackupCodesGenerate: makeRecoveryCodes },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'admin_two_factors',
        fields: {
          userId: 'user_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  })
}

function passkeys(shopName: string) {
  return passkey({
    rpName: shopName,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => requireUserVerification(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => requireUserVerification(verification.authenticationInfo.userVerified),
    },
    schema: {
      passkey: {
        modelName: 'admin_passkeys',
        fields: {
          userId: 'user_id',
          publicKey: 'public_key',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
}

async function requireUserVerification(verified: boolean | undefined): Promise<void> {
  if (verified !== true) throw new APIError('BAD_REQUEST', { message: 'the device did not check who holds it' })
}

/** Stores session tokens as hashes, so a copy of the database opens nothing. */
function hashSessionTokens(adapter: DBAdapter): DBAdapter {
  return { ...withHashes(adapter), transaction: (work) => adapter.transaction((trx) => work(withHashes(trx))) }
}

function withHashes<A extends DBTransactionAdapter>(adapter: A): A {
  return {
    ...adapter,
    create: async (query) => withToken(await adapter.create(hashData(query)), tokenOf(query)),
    findOne: async (query) => withToken(await adapter.findOne(hashWhere(query)), tokenIn(query)),
    findMany: (query) => adapter.findMany(hashWhere(query)),
    count: (query) => adapter.count(hashWhere(query)),
    update: async (query) => withToken(await adapter.update(hashWhere(query)), tokenIn(query)),
    updateMany: (query) => adapter.updateMany(hashWhere(query)),
    delete: (query) => adapter.delete(hashWhere(query)),
    deleteMany: (query) => adapter.deleteMany(hashWhere(query)),
    consumeOne: async (query) => withToken(await adapter.consumeOne(hashWhere(query)), tokenIn(query)),
    incrementOne: async (query) => withToken(await adapter.incrementOne(hashWhere(query)), tokenIn(query)),
  }
}

type Query = { model: string; where?: Where[] | undefined }

function hashWhere<Q extends Query>(query: Q): Q {
  if (query.model !== 'session' || query.where === undefined) return query
  const where = query.where.map((condition) =>
    condition.field === 'token' ? { ...condition, value: hashValue(condition.value) } : condition,
  )
  return { ...query, where }
}

function hashValue(value: Where['value']): Where['value'] {
  if (Array.isArray(value)) return value.map((one) => hashToken(String(one)))
  return hashToken(String(value))
}

function hashData<Q extends { model: string; data: object }>(query: Q): Q {
  const token = tokenOf(query)
  return token === null ? query : { ...query, data: { ...query.data, token: hashToken(token) } }
}

function tokenOf({ model, data }: { model: string; data: object }): string | null {
  return model === 'session' && 'token' in data ? String(data.token) : null
}

/** The token of a query for a session; `null` without one. */
function tokenIn({ model, where = [] }: Query): string | null {
  const value = model === 'session' ? where.find(({ field }) => field === 'token')?.value : undefined
  return typeof value === 'string' ? value : null
}

function withToken<R>(row: R, token: string | null): R {
  return typeof row === 'object' && row !== null && token !== null ? Object.assign(row, { token }) : row
}
