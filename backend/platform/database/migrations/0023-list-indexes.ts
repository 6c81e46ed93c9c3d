import { type Kysely, sql } from 'kysely'

/** Indexes in the order of the admin's lists, so that a page of a long one is read without sorting all of it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.createIndex('products_position').on('products').columns(['position', 'product_id']).execute()
  await database.schema.createIndex('products_stock').on('products').columns(['status', 'stock_quantity']).execute()
  await database.schema
    .createIndex('contact_messages_list')
    .on('contact_messages')
    .columns(['probable_spam', 'received_at', 'message_id'])
    .execute()
  await sql`create index contact_messages_open on contact_messages (probable_spam, received_at, message_id)
    where answered_at is null`.execute(database)
  await sql`create index outbox_unsent on outbox (created_at, id)
    where state in ('waiting', 'failed')`.execute(database)
}
