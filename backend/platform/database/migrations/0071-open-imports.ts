import { type Kysely, sql } from 'kysely'

/** Imports of orders that are being written. One that stops half way is found here, and removed. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table open_imports (import_id text primary key, renewed_at text not null)`.execute(database)
}
