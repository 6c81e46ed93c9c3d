import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * The newest changes of a kind; test mails; drafts of placements that became no order, which are few however many orders there are; and
 * how names and addresses of people without an order begin, byte by byte, for which PostgreSQL gets a collation with the name that
 * SQLite has for it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.createIndex('audit_log_by_kind').on('audit_log').columns(['subject_kind', 'id']).execute()
  await sql`create index placements_unplaced on placements (state)
    where draft is not null and state <> 'placed'`.execute(database)
  await database.schema.dropIndex('placements_draft').execute()
  await sql`create index outbox_tests on outbox (state) where kind = 'test'`.execute(database)
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter
  if (isPostgres) await sql`create collation "binary" from "C"`.execute(database)
  for (const [table, columns] of Object.entries(SEARCHED)) {
    for (const column of columns) {
      // SQLite has the index of addresses already.
      if (column === 'email' && !isPostgres) continue
      await sql`create index ${sql.ref(`${table}_begin_${column}`)} on ${sql.table(table)}
        ((lower(${sql.ref(column)}) collate "binary"))`.execute(database)
    }
  }
}

const SEARCHED = {
  customers: ['first_name', 'last_name', 'email'],
  contact_messages: ['first_name', 'last_name', 'email'],
  waitlist: ['email'],
}
