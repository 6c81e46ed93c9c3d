import { type Kysely, sql } from 'kysely'

const TEXTS = [
  'slug',
  'product_name',
  'line',
  'style',
  'color',
  'size',
  'status',
  'short_description',
  'description',
  'details',
]

/** Products of an import until one transaction takes all of them: a new column of `products` is one of this table, too. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`create table staged_products (
    import_id text not null, place integer not null, staged_at text not null, product_id text not null,
    ${sql.raw(TEXTS.map((name) => `${name} text not null`).join(', '))},
    price_cents integer not null, sale_price_cents integer, wholesale_price_cents integer, wholesale_minimum integer,
    low_stock_at integer, sale_from text, sale_until text, stock_quantity integer not null, position integer not null,
    primary key (import_id, place)
  )`.execute(database)
}
