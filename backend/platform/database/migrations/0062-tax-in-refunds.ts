import { type Kysely, sql } from 'kysely'

/**
 * The sales tax in each refund, and in those of a day; unknown where a process of the version before writes it, until the
 * running shop fills it in, as it does for older refunds. What was charged and cancelled later bears its tax until it is paid
 * back, and what was released before it was charged counts as not sold, so that all days are summed anew. Also the delivery
 * option of an order as it was called when it was chosen; `null` where none was, and before.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('orders').addColumn('delivery_name', 'text').execute()
  await database.schema.alterTable('payment_movements').addColumn('tax_cents', 'integer').execute()
  await database.schema.alterTable('order_refunds').addColumn('tax_cents', 'integer').execute()
  await sql`create index payment_movements_without_tax on payment_movements (reference)
    where tax_cents is null and kind = 'refund'`.execute(database)
  await sql`create index order_refunds_without_tax on order_refunds (order_id)
    where tax_cents is null and operation_id is null`.execute(database)
  await database.schema.alterTable('books_days').addColumn('tax_paid_back_cents', 'bigint').execute()
  await sql`insert into books_changes (day, change_id) select distinct day, 'tax in refunds'
    from books_days where day < 'm'`.execute(database)
}
