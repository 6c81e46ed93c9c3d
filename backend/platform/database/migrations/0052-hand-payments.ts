import type { Kysely } from 'kysely'

/**
 * When an order that was taken by hand was paid later, so that what was cancelled before counts as not paid; and the mail of a
 * payment link that was withdrawn before that mail left, so that an undo brings it back.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('paid_at', 'text').execute()
  await database.schema.alterTable('pay_links').addColumn('withdrawn_mail', 'text').execute()
}
