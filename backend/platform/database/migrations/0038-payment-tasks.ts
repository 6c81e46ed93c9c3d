import { type Kysely, sql } from 'kysely'

/**
 * What a person has to decide about card payments: why a payment is disputed, which failed operations were dealt with, and
 * indexes by which Today counts what waits. A payment without an order has its own reference in place of an order's number.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('disputes').addColumn('kind', 'text').execute()
  await database.schema.alterTable('disputes').addColumn('reason', 'text').execute()
  await database.schema.alterTable('payment_operations').addColumn('dismissed_at', 'text').execute()
  await database.schema.createIndex('disputes_by_state').on('disputes').columns(['state', 'reply_by']).execute()
  await database.schema.createIndex('disputes_by_time').on('disputes').columns(['opened_at', 'dispute_id']).execute()
  await database.schema.createIndex('placements_by_state').on('placements').columns(['state', 'created_at']).execute()
  await database.schema.createIndex('payments_by_state').on('payments').columns(['state', 'created_at']).execute()
  await database.schema
    .createIndex('payments_without_order')
    .on('payments')
    .column('created_at')
    .where(sql.ref('order_id'), '=', sql.ref('reference'))
    .execute()
  await database.schema
    .createIndex('payment_operations_failed')
    .on('payment_operations')
    .columns(['kind', 'state', 'finished_at'])
    .execute()
}
