import { type Kysely, sql } from 'kysely'

/**
 * Orders that were called cancelled since some of their pieces were cancelled and the others, which were sold, refunded. They are
 * refunded, and their rows of money are to be written: as cancelled ones their goods and tax counted as not sold. Imported orders
 * of which no refund is known stay as they are: they would count as charged.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const isOf = sql`from order_items i where i.order_id = orders.order_id`
  const mixed = sql`order_status = 'cancelled'
    and exists (select 1 ${isOf} and i.cancellation_status is null and i.refund_status is not null)
    and exists (select 1 ${isOf} and i.cancellation_status is not null)
    and not exists (select 1 ${isOf} and i.cancellation_status is null and i.refund_status is null)
    and exists (select 1 from order_refunds r where r.order_id = orders.order_id)`
  await sql`insert into orders_to_post (order_id) select order_id from orders where ${mixed}
    on conflict do nothing`.execute(database)
  await sql`update orders set order_status = 'refunded' where ${mixed}`.execute(database)
}
