import type { Kysely } from 'kysely'

/** Addresses that wait until a product is back in stock, or with an empty `product_id` until orders open. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('waitlist')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('product_id', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('due_at', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await database.schema
    .createIndex('waitlist_product')
    .unique()
    .on('waitlist')
    .columns(['product_id', 'email'])
    .execute()
  await database.schema.createIndex('waitlist_email').on('waitlist').column('email').execute()
  await database.schema.createIndex('waitlist_expiry').on('waitlist').column('expires_at').execute()
}
