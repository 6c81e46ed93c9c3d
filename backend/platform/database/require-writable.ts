import { accessSync, constants } from 'node:fs'
import { sql } from 'kysely'
import { type Database, type Location, sqliteFile } from './database.ts'
import { READ_ONLY_DATABASE } from './unavailable.ts'

/**
 * Throws where nothing can be written: PostgreSQL that is a standby or was told to be read only, a file on a disk that the
 * system has mounted so, as it does with one that fails, or a file that lost the log beside it.
 */
export async function requireWritable(database: Database, { databaseUrl, dataDir }: Location): Promise<void> {
  if (databaseUrl !== null) {
    const { rows } = await sql<{ read_only: string }>`
      select current_setting('transaction_read_only') as read_only`.execute(database)
    if (rows[0]?.read_only === 'on') throw new Error(READ_ONLY_DATABASE)
    return
  }
  try {
    accessSync(sqliteFile(dataDir), constants.W_OK)
  } catch {
    throw new Error(READ_ONLY_DATABASE)
  }
  // Goes the way of a write, which looks at the files of the database first, and changes nothing.
  await sql`pragma query_only`.execute(database)
}
