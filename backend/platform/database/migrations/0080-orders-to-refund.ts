import { type Kysely, sql } from 'kysely'

/**
 * The orders with cancelled items to refund. The running shop lists those that are there when it writes their rows. By the
 * index `order_items_to_pay_back` it finds those that an older version changed.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table orders_to_refund (
    order_id text primary key references orders (order_id) on delete cascade)`.execute(database)
  await sql`insert into orders_to_post (order_id) select distinct order_id from order_items
    where cancelled_at is not null and cancellation_status = 'cancelled' and refund_status is null
    on conflict do nothing`.execute(database)
}
