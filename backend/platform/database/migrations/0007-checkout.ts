import { type Kysely, sql } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('delivery_options')
    .addColumn('delivery_type_id', 'text', (column) => column.primaryKey())
    .addColumn('provider_name', 'text', (column) => column.notNull())
    .addColumn('delivery_type', 'text', (column) => column.notNull())
    .addColumn('display_text', 'text', (column) => column.notNull())
    .addColumn('delivery_cost_cents', 'integer', (column) => column.notNull())
    .addColumn('estimated_days', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addCheckConstraint('delivery_options_numbers', sql`delivery_cost_cents >= 0 and estimated_days >= 0`)
    .execute()

  await database.schema
    .createTable('tax_rates')
    .addColumn('state', 'text', (column) => column.primaryKey())
    .addColumn('rate_millionths', 'integer', (column) => column.notNull())
    .addCheckConstraint('tax_rates_rate', sql`rate_millionths between 0 and 1000000`)
    .execute()
}
