import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Store } from './database/database.ts'

/** What a running shop consists of; `app` closes the database in the end. */
export type ShopParts = {
  app: FastifyInstance
  store: Store | null
  /** What works in the background; closed before the app, since it needs the database. */
  workers: readonly { close: () => Promise<void> }[]
}

/** Milliseconds that requests under way have to finish, and to tell that they cannot. */
export type CloseTimeouts = { finish: number; tell: number }

/** The longest that closing takes before the process ends all the same, in milliseconds. */
export const CLOSE_GRACE = 10_000

const CLOSE_TIMEOUTS: CloseTimeouts = { finish: 6000, tell: 1000 }

/**
 * Closes a shop once its running requests have finished. What takes too long is cut off: first the database, so that
 * whoever waits for one that is silent is answered 503, then the connections of those who take no answer.
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
  { finish, tell }: CloseTimeouts,
  ended: AbortSignal,
): Promise<void> {
  try {
    await wait(finish, undefined, { signal: ended })
    await store?.close()
    await wait(tell, undefined, { signal: ended })
    app.server.closeAllConnections()
  } catch {
    // Ended in time, or the database went by itself.
  }
}
