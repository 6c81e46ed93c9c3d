import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'

/** Older nodes, which run on during an update, look for the keys of orders that are being placed. */
const STILL_USED_MS = 24 * 60 * 60_000

/**
 * The key of a placement is the secret that reads its answer, so that its SHA-256 is stored in place of it. The keys of the
 * last day follow by the nightly job.
 */
export async function up(database: QueryExecutorProvider): Promise<void> {
  const before = new Date(Date.now() - STILL_USED_MS).toISOString()
  const { rows } = await sql<{ placement_key: string }>`
    select placement_key from placements where finished_at < ${before}`.execute(database)
  for (const { placement_key } of rows) {
    const hash = createHash('sha256').update(placement_key).digest('hex')
    await sql`update placements set placement_key = ${hash} where placement_key = ${placement_key}`.execute(database)
  }
}
