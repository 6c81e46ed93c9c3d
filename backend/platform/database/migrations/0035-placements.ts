import { type Kysely, sql } from 'kysely'

/**
 * What placing an order online needs: the presses of Pay Now, what was asked of the payment gateway, and what it said. Rows
 * of these tables are never deleted. An order gets the parts of its address, which was one text.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('placements')
    .addColumn('placement_key', 'text', (column) => column.primaryKey())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull().unique())
    .addColumn('reference', 'text', (column) => column.notNull().unique())
    .addColumn('customer_id', 'text')
    .addColumn('client', 'text')
    .addColumn('units', 'integer', (column) => column.notNull())
    .addColumn('total_cents', 'integer', (column) => column.notNull())
    .addColumn('draft', 'text')
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .execute()
  await database.schema.createIndex('placements_by_time').on('placements').column('created_at').execute()
  await database.schema
    .createTable('payments')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('gateway_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('authorized_cents', 'integer', (column) => column.notNull())
    .addColumn('captured_cents', 'integer', (column) => column.notNull())
    .addColumn('refunded_cents', 'integer', (column) => column.notNull())
    .addColumn('card_brand', 'text')
    .addColumn('card_last_four', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await database.schema.createIndex('payments_by_order').on('payments').column('order_id').execute()
  await database.schema
    .createTable('payment_operations')
    .addColumn('operation_id', 'text', (column) => column.primaryKey())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('amount_cents', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text', (column) => column.notNull())
    .addColumn('claim', 'text')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .execute()
  await database.schema
    .createIndex('payment_operations_due')
    .on('payment_operations')
    .columns(['state', 'next_attempt_at'])
    .execute()
  await database.schema
    .createIndex('payment_operations_by_reference')
    .on('payment_operations')
    .column('reference')
    .execute()
  await database.schema
    .createTable('gateway_events')
    .addColumn('event_hash', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('reference', 'text')
    .addColumn('gateway_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text', (column) => column.notNull())
    .addColumn('received_at', 'text', (column) => column.notNull())
    .execute()
  await database.schema
    .createTable('disputes')
    .addColumn('dispute_id', 'text', (column) => column.primaryKey())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('amount_cents', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reply_by', 'text')
    .addColumn('opened_at', 'text', (column) => column.notNull())
    .execute()
  await database.schema
    .createTable('placing_brake')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('closed_until', 'text')
    .addColumn('resumed_at', 'text')
    .execute()
  await sql`insert into placing_brake (id) values (1)`.execute(database)
  for (const column of ['address1', 'address2', 'city', 'zip']) {
    await database.schema.alterTable('orders').addColumn(column, 'text').execute()
  }
}
