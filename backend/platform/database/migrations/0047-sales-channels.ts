import { type Kysely, sql } from 'kysely'

const SUMS = [
  ...['orders', 'goods_cents', 'discount_cents', 'delivery_cents', 'tax_cents', 'charged_cents'],
  ...['paid_back_cents', 'disputed_cents'],
]

/**
 * An order may be taken wholesale, and sums of days are kept by channel. The running shop sums all days anew; a channel that
 * is empty was written by a process of the version before.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // SQLite cannot change a check.
  await database.schema
    .alterTable('orders')
    .addColumn('taken_by', 'text', (column) =>
      column.notNull().defaultTo('online').check(sql`taken_by in ('online', 'phone', 'fair', 'wholesale')`),
    )
    .execute()
  await sql`update orders set taken_by = channel where channel <> 'online'`.execute(database)
  await database.schema.alterTable('orders').dropColumn('channel').execute()
  await database.schema.alterTable('orders').renameColumn('taken_by', 'channel').execute()

  await database.schema.dropTable('books_days').execute()
  const numbers = SUMS.map((name) => sql`${sql.id(name)} bigint not null`)
  await sql`create table books_days (day text not null, way text not null, state text not null,
    channel text not null default '', ${sql.join(numbers)},
    constraint books_days_key primary key (day, way, state, channel))`.execute(database)
  await sql`insert into books_changes (day, change_id) select day, 'channels' from (
    select order_date as day from orders union select day from payment_movements
    union select coalesce(refunded_on, substr(refunded_at, 1, 10)) from order_refunds
    union select coalesce(opened_on, substr(opened_at, 1, 10)) from disputes) days`.execute(database)
}
