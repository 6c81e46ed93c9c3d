import { type Kysely, sql } from 'kysely'

/**
 * What the books are made of: the regular price of what was ordered, the local day of refunds and disputes, each charge and
 * refund of the gateway with its day, and sums by day. The days of what is there are summed by the running shop; the
 * movements of older payments take over the gateway's own days when they are looked up.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('order_items').addColumn('regular_price_cents', 'integer').execute()
  await addDay(database, 'order_refunds', { day: 'refunded_on', time: 'refunded_at' })
  await addDay(database, 'disputes', { day: 'opened_on', time: 'opened_at' })
  await database.schema
    .createTable('payment_movements')
    .addColumn('movement_id', 'text', (column) => column.primaryKey())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('amount_cents', 'integer', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('settled', 'integer', (column) => column.notNull())
    .execute()
  await database.schema.createIndex('payment_movements_day').on('payment_movements').column('day').execute()
  await database.schema.createIndex('payment_movements_of').on('payment_movements').column('reference').execute()
  const sums = ['orders', 'goods_cents', 'discount_cents', 'delivery_cents', 'tax_cents', 'charged_cents']
  await createSums(database, 'books_days', ['day', 'way', 'state'], [...sums, 'paid_back_cents', 'disputed_cents'])
  await createSums(database, 'books_products', ['day', 'way', 'product_id'], ['units', 'goods_cents', 'discount_cents'])
  await database.schema.alterTable('books_products').addColumn('product_name', 'text').execute()
  await database.schema
    .createTable('books_changes')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('change_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('books_changes_key', ['day', 'change_id'])
    .execute()
  await sql`insert into counters (name, value) values ('books', 0)`.execute(database)
  await sql`insert into payment_movements (movement_id, reference, kind, amount_cents, day, settled)
    select gateway_id, reference, 'charge', captured_cents, substr(created_at, 1, 10),
      case when state = 'settled' then 1 else 0 end
    from payments where captured_cents > 0`.execute(database)
  await sql`insert into payment_movements (movement_id, reference, kind, amount_cents, day, settled)
    select operation_id, reference, 'refund', amount_cents, substr(finished_at, 1, 10), 1
    from payment_operations where kind = 'refund' and state = 'done' and finished_at is not null`.execute(database)
  await sql`insert into books_changes (day, change_id) select day, 'first' from (
    select order_date as day from orders union select day from payment_movements
    union select refunded_on from order_refunds union select opened_on from disputes) days`.execute(database)
}

/** A process of the version before writes none, so that it is looked for by what the time says. */
async function addDay(
  database: Kysely<unknown>,
  table: string,
  { day, time }: { day: string; time: string },
): Promise<void> {
  await database.schema.alterTable(table).addColumn(day, 'text').execute()
  await sql`update ${sql.id(table)} set ${sql.id(day)} = substr(${sql.id(time)}, 1, 10)`.execute(database)
  await sql`create index ${sql.id(`${table}_day`)} on ${sql.id(table)}
    (coalesce(${sql.id(day)}, substr(${sql.id(time)}, 1, 10)))`.execute(database)
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
