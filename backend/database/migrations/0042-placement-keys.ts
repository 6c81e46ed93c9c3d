import { createHash } from 'node:crypto'
import { type QueryExecutorProvider, sql } from 'kysely'

/** The key of a placement is the secret that reads its answer, so that its SHA-256 is stored in place of it. */
export async function up(database: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ placement_key: string }>`select placement_key from placements`.execute(database)
  for (const { placement_key } of rows) {
    const hash = createHash('sha256').update(placement_key).digest('hex')
    await sql`update placements set placement_key = ${hash} where placement_key = ${placement_key}`.execute(database)
  }
}
