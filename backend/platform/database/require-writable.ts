import { accessSync, constants } from 'node:fs'
import { sql } from 'kysely'
import { type Database, type Location, sqliteFile } from './database.ts'
import { READ_ONLY_DATABASE } from './unavailable.ts'

/** Throws where the database is read-only: a standby, a failing disk, or a file that lost its log. */
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
  // Checks the files like a write would, and changes nothing.
  await sql`pragma query_only`.execute(database)
}
