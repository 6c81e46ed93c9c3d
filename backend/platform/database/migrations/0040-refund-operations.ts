import type { Kysely } from 'kysely'

/** Of a refund to a card what the gateway was asked for, so that one that came to nothing counts in no sum. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('order_refunds').addColumn('operation_id', 'text').execute()
  await database.schema.createIndex('order_refunds_operation').on('order_refunds').column('operation_id').execute()
}
