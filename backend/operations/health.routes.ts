import type { FastifyInstance } from 'fastify'
import { readCatalogVersion } from '../database/catalog-version/catalog-version.ts'
import type { Database } from '../database/database.ts'
import { withinTime } from '../lib/time.ts'

/** For process supervisors; responds even while load is shed. */
export const ALIVE_PATH = '/healthz'

/** Milliseconds for the database check; balancers time out after a few seconds. */
const DATABASE_TIMEOUT = 2000

const NO_STORE = { 'cache-control': 'no-store' }

/**
 * `/healthz` says that the process responds; `/readyz` that it may get visitors: it is not shutting down and can read
 * the catalog's version from its database. Without its database a node still serves cached pages, so a balancer without
 * ready nodes should fall back to those that are alive.
 */
export function healthRoutes(
  app: FastifyInstance,
  { database, draining }: { database: Database | null; draining: AbortSignal },
): void {
  const isDatabaseThere = database === null ? async () => true : createDatabaseCheck(database)

  app.get(ALIVE_PATH, async (_request, reply) => reply.headers(NO_STORE).send({ status: 'alive' }))

  app.get('/readyz', async (_request, reply) => {
    const status = draining.aborted ? 'draining' : (await isDatabaseThere()) ? 'ready' : 'database unavailable'
    return reply
      .code(status === 'ready' ? 200 : 503)
      .headers(NO_STORE)
      .send({ status })
  })
}

/** Runs one check at a time, shared by concurrent requests, so that an unresponsive database gathers no queue. */
function createDatabaseCheck(database: Database): () => Promise<boolean> {
  let running: Promise<unknown> | null = null
  return async () => {
    running ??= readCatalogVersion(database).finally(() => {
      running = null
    })
    return withinTime(DATABASE_TIMEOUT, running).then(
      () => true,
      () => false,
    )
  }
}
