import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Store } from '../platform/database/database.ts'
import type { Job } from '../platform/module.ts'

/** The parts of a running shop; `app` closes the database last. */
export type ShopParts = {
  app: FastifyInstance
  store: Store | null
  /** Background workers; closed before the app, since they use the database. */
  workers: readonly Job[]
}

/** Milliseconds to finish running requests, and then to send error responses. */
export type CloseTimeouts = { finish: number; respond: number }

/** Milliseconds until the process exits even if closing has not finished. */
export const CLOSE_GRACE_MS = 10_000

const CLOSE_TIMEOUTS: CloseTimeouts = { finish: 6000, respond: 1000 }

/**
 * Closes a shop once running requests have finished. After `finish` milliseconds it cuts off the database, so
 * requests waiting for it get 503, and then the connections of clients that do not read.
 */
export async function closeShop(
  { app, store, workers }: ShopParts,
  timeouts: CloseTimeouts = CLOSE_TIMEOUTS,
): Promise<void> {
  const ended = new AbortController()
  const cutting = cutOff({ app, store }, timeouts, ended.signal)
  try {
    await Promise.all(workers.map((worker) => worker.close()))
    await app.close()
  } finally {
    ended.abort()
    await cutting
  }
}

async function cutOff(
  { app, store }: Pick<ShopParts, 'app' | 'store'>,
  { finish, respond }: CloseTimeouts,
  ended: AbortSignal,
): Promise<void> {
  try {
    await wait(finish, undefined, { signal: ended })
    await store?.close()
    await wait(respond, undefined, { signal: ended })
    app.server.closeAllConnections()
  } catch {
    // It finished in time, or the database connection failed by itself.
  }
}
