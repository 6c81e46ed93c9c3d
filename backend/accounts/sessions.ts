import { DAY_MS } from '@shop/contract/durations'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import { describeDevice } from '../platform/lib/describe-device.ts'
import {
  type Customer,
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsBeyond,
  findCustomerByToken,
  insertSession,
} from './accounts.repository.ts'
import { bearerToken, createToken, hashToken } from './passwords/tokens.ts'

/** 30 days (R29). */
const SESSION_LIFETIME_MS = 30 * DAY_MS

/** A new one replaces the oldest. */
const MAX_SESSIONS = 20

/** Returns the token; only its hash is stored. */
export async function openSession(
  database: Database,
  customer: Pick<Customer, 'customer_id'>,
  { now, device }: { now: Date; device: string | null },
): Promise<string> {
  const token = createToken()
  await deleteExpiredSessions(database, now)
  const session = {
    token_hash: hashToken(token),
    customer_id: customer.customer_id,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString(),
    device,
  }
  await insertSession(database, session)
  await deleteSessionsBeyond(database, session, MAX_SESSIONS)
  return token
}

export function currentSession({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const token = bearerToken(headers.authorization)
  return token === null ? null : hashToken(token)
}

export async function closeSession({ database }: Pick<Context, 'database'>, request: FastifyRequest): Promise<void> {
  const tokenHash = currentSession(request)
  if (tokenHash !== null) await deleteSession(database, tokenHash)
}

/** In words; the header itself is not stored. */
export function deviceOf({ headers }: Pick<FastifyRequest, 'headers'>): string {
  return describeDevice(headers['user-agent'] ?? '')
}

type SessionContext = Pick<Context, 'database' | 'clock'>

export async function findSignedIn(context: SessionContext, request: FastifyRequest): Promise<Customer | null> {
  const tokenHash = currentSession(request)
  return tokenHash === null ? null : findCustomerByToken(context.database, tokenHash, context.clock())
}

/** Throws 401 without a valid token. */
export async function requireSignedIn(context: SessionContext, request: FastifyRequest): Promise<Customer> {
  const customer = await findSignedIn(context, request)
  if (customer === null) throw new AppError('unauthorized')
  return customer
}
