import { type Kysely, sql } from 'kysely'

/**
 * In which states sales tax is collected, a row for each state that the family has decided about; rates of ZIP codes; and of
 * an order whether its tax is on the delivery too.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('tax_states')
    .addColumn('state', 'text', (column) => column.primaryKey())
    .addColumn('collected', 'integer', (column) => column.notNull())
    .addColumn('delivery_taxed', 'integer', (column) => column.notNull())
    .addColumn('permit', 'text', (column) => column.notNull())
    .execute()
  await database.schema
    .createTable('zip_tax_rates')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('first_zip', 'text', (column) => column.notNull())
    .addColumn('last_zip', 'text', (column) => column.notNull())
    .addColumn('rate_millionths', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('zip_tax_rates_key', ['state', 'first_zip'])
    .addCheckConstraint('zip_tax_rates_range', sql`first_zip <= last_zip`)
    .addCheckConstraint('zip_tax_rates_rate', sql`rate_millionths between 0 and 1000000`)
    .execute()
  await database.schema
    .alterTable('orders')
    .addColumn('delivery_taxed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
