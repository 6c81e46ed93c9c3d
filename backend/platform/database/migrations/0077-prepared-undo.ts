import { type Kysely, sql } from 'kysely'

/**
 * Pictures of staged products, where they change, products that an undo has taken out of the shop until they are deleted, and the
 * indexes by which that is asked of orders and addresses of each.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Items before products, as cancellations of nodes that run on lock them: in the other order they and this wait for each other.
  await sql`create index order_items_product on order_items (product_id)`.execute(database)
  await database.schema.alterTable('staged_products').addColumn('pictures', 'text').execute()
  await sql`create table products_to_delete (
    product_id text primary key references products (product_id) on delete cascade, version integer not null
  )`.execute(database)
  await sql`create index product_slugs_product on product_slugs (product_id)`.execute(database)
}
