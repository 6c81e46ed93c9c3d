import { type Kysely, sql } from 'kysely'

/** Rows that changes of stock take turns on: a few, so that two of them seldom want the same one. */
const STOCK_VERSIONS = 16

/**
 * States of orders and items become enums with a check in the database. A status in an old shop's own words stays as
 * `imported_status`, which is what the shopper is shown, until the order moves on.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await addOrderState(database)
  await addItemState(database, 'cancellation_status', ['cancelled', 'canceled'], 'cancelled')
  await addItemState(database, 'refund_status', ['refunded'], 'refunded')
  for (let number = 0; number < STOCK_VERSIONS; number += 1) {
    await sql`insert into catalog_meta (id, version) values (${`stock-${number}`}, 0)`.execute(database)
  }
}

/** A column cannot be given a check on SQLite, so each becomes a new one that takes the old one's name. */
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

/** `other` is a state in words that the shop does not know: it is shown as empty, and the item cannot be chosen (R27). */
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
