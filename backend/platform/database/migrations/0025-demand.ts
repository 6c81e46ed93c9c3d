import type { Kysely } from 'kysely'

/** What shoppers want, by day: presses of Add to Cart and Pay Now by product, and searches that found nothing. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('demand')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('events', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('demand_key', ['kind', 'subject', 'day'])
    .execute()
  await database.schema.createIndex('demand_day').on('demand').column('day').execute()
}
