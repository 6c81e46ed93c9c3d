import { type Kysely, sql } from 'kysely'

/** Rows of these tables are never deleted, and what placing an order and the worker look for are a few of the newest. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // What an address has reserved, twice for each placement; only those that the gateway has not answered have one.
  await database.schema
    .createIndex('placements_by_client')
    .on('placements')
    .columns(['client', 'created_at'])
    .where('client', 'is not', null)
    .execute()
  await database.schema
    .createIndex('placements_with_draft')
    .on('placements')
    .column('finished_at')
    .where(sql.ref('draft'), 'is not', null)
    .execute()
  await database.schema
    .createIndex('gateway_events_due')
    .on('gateway_events')
    .columns(['state', 'next_attempt_at'])
    .execute()
}
