import { type Kysely, sql } from 'kysely'

/** Rows that stock changes are spread over to reduce lock contention. */
const STOCK_VERSIONS = 16

/**
 * States of orders and items become enums with a check constraint. Unknown statuses of imported orders are preserved in
 * `imported_status`, which the shopper sees until the order's state changes.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addOrderState(database)
  await addItemState(database, 'cancellation_status', ['cancelled', 'canceled'], 'cancelled')
  await addItemState(database, 'refund_status', ['refunded'], 'refunded')
  for (let number = 0; number < STOCK_VERSIONS; number += 1) {
    await sql`insert into catalog_meta (id, version) values (${`stock-${number}`}, 0)`.execute(database)
  }
}

/** SQLite cannot add a check to a column, so each is replaced by a new column of the same name. */
async function addOrderState(database: Kysely<unknown>): Promise<void> {
  const check = sql`order_state in ('processing', 'shipped', 'delivered', 'cancelled', 'refunded')`
  await database.schema.alterTable('orders').addColumn('imported_status', 'text').execute()
  await database.schema
    .alterTable('orders')
    .addColumn('order_state', 'text', (column) => column.notNull().defaultTo('processing').check(check))
    .execute()
  await sql`update orders set order_state = case
    when lower(trim(order_status)) in ('processing', 'shipped', 'delivered', 'cancelled', 'refunded') then lower(trim(order_status))
    when lower(trim(order_status)) = 'canceled' then 'cancelled'
    when tracking_number is not null then 'shipped'
    else 'processing' end`.execute(database)
  await sql`update orders set imported_status = order_status
    where lower(trim(order_status)) not in ('processing', 'shipped', 'delivered', 'cancelled', 'refunded', 'canceled', '')`.execute(
    database,
  )
  await database.schema.alterTable('orders').dropColumn('order_status').execute()
  await database.schema.alterTable('orders').renameColumn('order_state', 'order_status').execute()
}

/** `other` is an unknown status: shown as empty, and the item cannot be selected (R27). */
async function addItemState(
  database: Kysely<unknown>,
  column: string,
  words: readonly string[],
  state: string,
): Promise<void> {
  const [old, next] = [sql.ref(column), sql.ref('item_state')]
  await database.schema
    .alterTable('order_items')
    .addColumn('item_state', 'text', (added) => added.check(sql`item_state in (${sql.lit(state)}, 'other')`))
    .execute()
  await sql`update order_items set ${next} = case
    when lower(trim(${old})) in (${sql.join(words.map((word) => sql.lit(word)))}) then ${sql.lit(state)}
    when trim(${old}) = '' then null
    else 'other' end where ${old} is not null`.execute(database)
  await database.schema.alterTable('order_items').dropColumn(column).execute()
  await database.schema.alterTable('order_items').renameColumn('item_state', column).execute()
}
