import { type Kysely, sql } from 'kysely'

const FIGURES = [
  'orders',
  'units',
  'goods_cents',
  'discount_cents',
  'code_cents',
  'delivery_cents',
  'tax_cents',
  'tax_paid_back_cents',
  'charged_cents',
  'paid_back_cents',
  'disputed_cents',
  'waiting_cents',
]
const GOODS = FIGURES.slice(1, 5)

/**
 * The money of an order as rows that are only added, and their sums by day and month, which the same transaction keeps.
 * The running shop writes the rows of the orders that are there: `orders_to_post` lists those that wait for that.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const figures = sql.join(FIGURES.map((name) => sql`${sql.id(name)} integer not null`))
  await sql`create table order_transactions (transaction_id text primary key, order_id text, order_item_id text,
    product_id text, product_name text, kind text not null, day text not null, way text not null, state text not null,
    channel text not null, payment text, movement_id text, settled integer not null, ${figures},
    created_at text not null)`.execute(database)
  await sql`create index order_transactions_order on order_transactions (order_id)`.execute(database)
  await sql`create index order_transactions_day on order_transactions (day)`.execute(database)
  await sql`create index order_transactions_payment on order_transactions (payment) where order_id is null`.execute(
    database,
  )
  await createSums(database, 'sales_sums', ['day', 'way', 'state', 'channel'], FIGURES)
  await createSums(database, 'product_sums', ['day', 'way', 'product_id'], GOODS)
  await database.schema.alterTable('product_sums').addColumn('product_name', 'text').execute()
  await sql`create table orders_to_post (order_id text primary key)`.execute(database)
  await sql`insert into orders_to_post (order_id)
    select order_id from orders union select order_id from payments`.execute(database)
}

async function createSums(
  database: Kysely<unknown>,
  name: string,
  key: readonly string[],
  sums: readonly string[],
): Promise<void> {
  const texts = key.map((column) => sql`${sql.id(column)} text not null`)
  const numbers = sums.map((column) => sql`${sql.id(column)} bigint not null`)
  const primary = sql`constraint ${sql.id(`${name}_key`)} primary key (${sql.join(key.map((column) => sql.id(column)))})`
  await sql`create table ${sql.id(name)} (${sql.join([...texts, ...numbers, primary])})`.execute(database)
}
