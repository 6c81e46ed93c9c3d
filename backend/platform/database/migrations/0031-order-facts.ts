import { type Kysely, sql } from 'kysely'

/**
 * How an order left the shop and when it arrived, how it was paid, a telephone number, and the state whose sales tax was
 * charged. All are `null` for orders from before.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const oneOf = (column: string, words: readonly string[]) =>
    sql`${sql.ref(column)} in (${sql.join(words.map((word) => sql.lit(word)))})`
  await database.schema
    .alterTable('orders')
    .addColumn('shipped_by', 'text', (column) =>
      column.check(oneOf('shipped_by', ['untracked', 'own_delivery', 'picked_up'])),
    )
    .execute()
  await database.schema
    .alterTable('orders')
    .addColumn('payment', 'text', (column) =>
      column.check(oneOf('payment', ['unpaid', 'cash', 'card', 'check', 'transfer', 'other'])),
    )
    .execute()
  for (const column of ['delivered_on', 'phone', 'state']) {
    await database.schema.alterTable('orders').addColumn(column, 'text').execute()
  }
}
