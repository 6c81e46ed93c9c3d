import type { FastifyInstance } from 'fastify'
import { readCatalogVersion } from '../platform/database/catalog-version/catalog-version.ts'
import type { Database, Location } from '../platform/database/database.ts'
import { requireWritable } from '../platform/database/require-writable.ts'
import { OldTimelineError } from '../platform/database/timeline.ts'
import { READ_ONLY_DATABASE } from '../platform/database/unavailable.ts'
import { ALIVE_PATH } from '../platform/http/alive-path.ts'
import { coalesced } from '../platform/lib/coalesced.ts'
import { withinTime } from '../platform/lib/days/time.ts'
import { PROGRAM_VERSION } from '../platform/lib/program-version.ts'

/** Load balancers time out after a few seconds. */
const DATABASE_TIMEOUT_MS = 2000

const NO_STORE = { 'cache-control': 'no-store' }

/**
 * `/healthz`: the process responds. `/readyz`: it can read and write its database, and is not shutting down. Nodes
 * without a database still serve cached pages, so a balancer should fall back to live ones.
 */
export function healthRoutes(
  app: FastifyInstance,
  {
    database,
    location,
    draining,
  }: {
    database: Database | null
    location: Location
    draining: AbortSignal
  },
): void {
  const databaseStatus = database === null ? async () => 'ready' as const : createDatabaseCheck(database, location)

  app.get(ALIVE_PATH, async (_request, reply) =>
    reply.headers(NO_STORE).send({ status: 'alive', version: PROGRAM_VERSION }),
  )

  app.get('/readyz', async (_request, reply) => {
    const status = draining.aborted ? 'draining' : await databaseStatus()
    return reply
      .code(status === 'ready' ? 200 : 503)
      .headers(NO_STORE)
      .send({ status })
  })
}

type DatabaseStatus = 'ready' | 'database unavailable' | 'database read-only' | 'database is an old primary'

/** One check at a time, shared by concurrent requests. */
function createDatabaseCheck(database: Database, location: Location): () => Promise<DatabaseStatus> {
  const oneAtATime = coalesced<void>()
  const check = async () => {
    await readCatalogVersion(database)
    await requireWritable(database, location)
  }
  return () => withinTime(DATABASE_TIMEOUT_MS, oneAtATime('', check)).then(() => 'ready', statusOf)
}

function statusOf(error: unknown): DatabaseStatus {
  if (error instanceof OldTimelineError) return 'database is an old primary'
  const isReadOnly = error instanceof Error && error.message === READ_ONLY_DATABASE
  return isReadOnly ? 'database read-only' : 'database unavailable'
}
