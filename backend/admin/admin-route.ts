import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DAY_MS } from '@shop/contract/durations'
import type { Endpoint } from '@shop/contract/http/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../platform/context.ts'
import type { Database } from '../platform/database/database.ts'
import { collectGarbage, isLargeRequest } from '../platform/http/collect-garbage.ts'
import { type InputOf, type OutputOf, type RouteOptions, route } from '../platform/http/endpoint-route.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import type { Access, Admin } from './access/admin-sessions.ts'
import {
  deleteKey,
  deleteKeysBefore,
  findKey,
  insertKey,
  type StoredKey,
  updateKeyResponse,
} from './access/admins.repository.ts'

declare module 'fastify' {
  interface FastifyRequest {
    admin: Admin | null
  }
  interface FastifyContextConfig {
    access?: Access | 'public'
  }
  interface FastifyInstance {
    adminAccess: Map<string, Access | 'public'>
  }
}

/** Owners, everyone signed in, or besides owners the helpers with a right. */
export const OWNERS: Access = { needs: 'owner' }
export const EVERYONE: Access = { needs: 'nothing' }
export const ORDERS: Access = { needs: ['orders'] }
export const PRODUCTS: Access = { needs: ['products'] }
export const INQUIRIES: Access = { needs: ['inquiries'] }
export const BOOKS: Access = { needs: ['books'] }
export const PAGES: Access = { needs: ['pages'] }
export const PRODUCTS_OR_PAGES: Access = { needs: ['products', 'pages'] }
export const PRODUCTS_OR_ORDERS: Access = { needs: ['products', 'orders'] }
export const ORDERS_OR_INQUIRIES: Access = { needs: ['orders', 'inquiries'] }
/** Also without a second factor; only to set one up. */
export const WITHOUT_SECOND_FACTOR: Access = { ...EVERYONE, withoutSecondFactor: true }

type Options = Pick<RouteOptions, 'bodyLimit'> & {
  /** The response has a code, a link or a cookie: it is never stored for an `Idempotency-Key`. */
  hasSecretResponse?: boolean
}

type Call = { admin: Admin; request: FastifyRequest; reply: FastifyReply }

/** Registers a route. A change with an `Idempotency-Key` is made once a day, unless its response is secret. */
export function adminRoute<E extends Endpoint>(
  app: FastifyInstance,
  context: Pick<Context, 'adminSessions' | 'database' | 'clock'>,
  endpoint: E,
  access: Access,
  handler: (input: InputOf<E>, call: Call) => Promise<OutputOf<E>>,
  { hasSecretResponse = false, ...options }: Options = {},
): void {
  route(
    app,
    endpoint,
    async (input, request, reply) => {
      const { admin } = request
      if (admin === null) throw new AppError('unauthorized')
      const run = () => handler(input, { admin, request, reply })
      const key = endpoint.method === 'POST' && !hasSecretResponse ? idempotencyKeyOf(request) : null
      if (key === null) return run()
      return runOnce(context, { userId: admin.id, key, request: [endpoint.path, input] }, run)
    },
    { ...options, ...accessTo(context, access), preParsing: freeMemory, onResponse: freeMemory },
  )
}

/** Before and after a large sheet, to hold only one in memory. Not for strangers, who can claim any length. */
async function freeMemory(request: FastifyRequest): Promise<void> {
  if (request.admin !== null && isLargeRequest(request)) collectGarbage()
}

/** Requires access before a request's input is parsed. */
export function accessTo({ adminSessions }: Pick<Context, 'adminSessions'>, access: Access) {
  return {
    config: { access },
    onRequest: async (request: FastifyRequest) => {
      request.admin = await adminSessions.require(request, access)
    },
  }
}

export function publicRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Parameters<typeof route<E>>[2],
  config: RouteOptions['config'] = {},
): void {
  route(app, endpoint, handler, { config: { ...config, access: 'public' } })
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,100}$/.test(key)) return key
  const details = [{ field: 'Idempotency-Key', message: 'must be 1 to 100 letters, digits or signs' }]
  throw new AppError('invalid_request', undefined, details)
}

/** Of a key and its response. */
const KEY_LIFETIME_MS = DAY_MS
/** After which a running change counts as interrupted: its process died. */
const MAX_CHANGE_MS = 60_000
/** How a repeated request waits for the first one's response; `interval` in milliseconds. */
const RESPONSE_POLLS = { count: 50, interval: 100 }

const OTHER_REQUEST = 'This key was sent before with another change, so nothing was done.'
const STILL_RUNNING = 'This change is still being made. Please wait a moment.'
const INTERRUPTED_MESSAGE =
  'The shop was interrupted while making this change. Please check whether it was made before you try again.'

type OnceOptions = { userId: string; key: string; request: unknown }

/**
 * Runs a change at most once per user and key within a day. A repetition waits for the first response. After an
 * expected error the key can be used again, since nothing changed.
 */
export async function runOnce<T>(
  { database, clock }: { database: Database; clock: () => Date },
  { userId, key, request }: OnceOptions,
  work: () => Promise<T>,
): Promise<T> {
  const now = clock()
  const stored: StoredKey = {
    user_id: userId,
    key,
    request_hash: createHash('sha256').update(JSON.stringify(request)).digest('hex'),
    response: null,
    created_at: now.toISOString(),
  }
  await deleteKeysBefore(database, new Date(now.getTime() - KEY_LIFETIME_MS))
  if (!(await insertKey(database, stored))) {
    // Stored below, from a T.
    return JSON.parse(await getFirstResponse(database, stored)) as T
  }
  try {
    const response = await work()
    await updateKeyResponse(database, stored, JSON.stringify(response))
    return response
  } catch (error) {
    if (error instanceof AppError) await deleteKey(database, stored)
    throw error
  }
}

async function getFirstResponse(database: Database, repeated: StoredKey): Promise<string> {
  for (let poll = 0; poll < RESPONSE_POLLS.count; poll += 1) {
    const first = await findKey(database, repeated)
    if (first === null) break
    if (first.request_hash !== repeated.request_hash) throw new AppError('conflict', OTHER_REQUEST)
    if (first.response !== null) return first.response
    const age = Date.parse(repeated.created_at) - Date.parse(first.created_at)
    if (age > MAX_CHANGE_MS) throw new AppError('conflict', INTERRUPTED_MESSAGE)
    await wait(RESPONSE_POLLS.interval)
  }
  throw new AppError('unavailable', STILL_RUNNING, null, 1)
}
