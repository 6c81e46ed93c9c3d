import { accessSync, constants } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from './store.ts'

/** A phrase of the error, by which it is recognized. */
export const READ_ONLY_DATABASE = 'the database may only be read'

/**
 * Throws where nothing can be written: PostgreSQL that is a standby or was told to be read only, or a file on a disk that the
 * system has mounted so, as it does with one that fails. `file`: that of SQLite.
 */
export async function requireWritable(database: Database, file: string | null): Promise<void> {
  if (file === null) {
    const { rows } = await sql<{ read_only: string }>`
      select current_setting('transaction_read_only') as read_only`.execute(database)
    if (rows[0]?.read_only === 'on') throw new Error(READ_ONLY_DATABASE)
    return
  }
  try {
    accessSync(file, constants.W_OK)
  } catch {
    throw new Error(READ_ONLY_DATABASE)
  }
}
