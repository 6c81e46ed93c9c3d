import type { FastifyInstance } from 'fastify'
import { readCatalogVersion } from '../catalog-version/catalog-version.ts'
import type { Database } from '../database/database.ts'
import { withinTime } from '../within-time.ts'

/** Asked by whatever starts processes anew; answered even when the shop sends visitors away for a moment. */
export const ALIVE_PATH = '/healthz'

/** Milliseconds that the database has to answer; balancers give up after a few seconds. */
const DATABASE_TIMEOUT = 2000

const NO_STORE = { 'cache-control': 'no-store' }

/**
 * `/healthz` says that the process answers; `/readyz` that it may be sent visitors: it is not about to end, and its
 * database tells the catalog's version. A node whose database is away still gives the pages it has in memory, so a
 * balancer with no ready node left does best to go on with those that are alive.
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

/** One question at a time, however many ask: a silent database gathers no queue. */
function createDatabaseCheck(database: Database): () => Promise<boolean> {
  let asking: Promise<unknown> | null = null
  return async () => {
    asking ??= readCatalogVersion(database).finally(() => {
      asking = null
    })
    return withinTime(DATABASE_TIMEOUT, asking).then(
      () => true,
      () => false,
    )
  }
}
