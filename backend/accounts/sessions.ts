import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import type { Database } from '../database/database.ts'
import { AppError } from '../errors/app-error.ts'
import {
  type Customer,
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsBeyond,
  findCustomerByToken,
  insertSession,
} from './accounts.repository.ts'
import { bearerToken, createToken, hashToken } from './session-token.ts'

/** Milliseconds until a token expires: 30 days (R29). */
const SESSION_LIFETIME = 30 * 24 * 60 * 60_000

/** Concurrent sessions per account; a new one replaces the oldest. */
const MAX_SESSIONS = 20

/** Opens a session and returns its token, which is stored only as a hash. */
export async function openSession(database: Database, customer: Customer, now: Date): Promise<string> {
  const token = createToken()
  await deleteExpiredSessions(database, now)
  const session = {
    token_hash: hashToken(token),
    customer_id: customer.customer_id,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + SESSION_LIFETIME).toISOString(),
  }
  await insertSession(database, session)
  await deleteSessionsBeyond(database, session, MAX_SESSIONS)
  return token
}

/** Deletes the session of the request's token, if there is one. */
export async function closeSession({ database }: Pick<Context, 'database'>, request: FastifyRequest): Promise<void> {
  const token = bearerToken(request.headers.authorization)
  if (token !== null) await deleteSession(database, hashToken(token))
}

type SessionContext = Pick<Context, 'database' | 'clock'>

/** The signed-in customer; `null` without a valid token. */
export async function findSignedIn(context: SessionContext, request: FastifyRequest): Promise<Customer | null> {
  const token = bearerToken(request.headers.authorization)
  return token === null ? null : findCustomerByToken(context.database, hashToken(token), context.clock())
}

/** The signed-in customer; throws 401 without a valid token. */
export async function requireSignedIn(context: SessionContext, request: FastifyRequest): Promise<Customer> {
  const customer = await findSignedIn(context, request)
  if (customer === null) throw new AppError('unauthorized')
  return customer
}
