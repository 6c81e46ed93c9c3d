import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Store } from '../platform/database/database.ts'
import type { Job } from '../platform/module.ts'

/** `app` closes the database last. */
export type ShopParts = {
  app: FastifyInstance
  store: Store | null
  workers: readonly Job[]
}

/** For running requests, and then for error responses. */
export type CloseTimeouts = { finish: number; respond: number }

/** Until the process exits in any case. */
export const CLOSE_GRACE_MS = 10_000

const CLOSE_TIMEOUTS: CloseTimeouts = { finish: 6000, respond: 1000 }

/** Lets running requests finish. After `finish` ms it cuts off the database, so they get 503, then connections. */
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
    // Finished in time, or the connection failed by itself.
  }
}
