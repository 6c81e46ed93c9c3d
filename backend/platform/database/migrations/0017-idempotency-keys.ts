import type { Kysely } from 'kysely'

/** Requests for changes of the admin by their idempotency key, so that a repeated one is made once. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('admin_idempotency_keys')
    .addColumn('user_id', 'text', (column) => column.notNull().references('admin_users.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('response', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('admin_idempotency_keys_key', ['user_id', 'key'])
    .execute()
  await database.schema
    .createIndex('admin_idempotency_keys_created_at')
    .on('admin_idempotency_keys')
    .column('created_at')
    .execute()
}
