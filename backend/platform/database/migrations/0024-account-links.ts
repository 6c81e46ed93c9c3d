import type { Kysely } from 'kysely'

/** Confirmed addresses, the links of mails about an account, and which device a session is of. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('customers').addColumn('email_confirmed_at', 'text').execute()
  await database.schema.alterTable('sessions').addColumn('device', 'text').execute()
  await database.schema
    .createTable('account_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.references('customers.customer_id').onDelete('cascade'))
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute()
  await database.schema.createIndex('account_links_customer').on('account_links').column('customer_id').execute()
  await database.schema.createIndex('account_links_expiry').on('account_links').column('expires_at').execute()
}
