import type { Kysely } from 'kysely'

/** What each helper may do. Those of before may do what they could: all that is not for owners alone. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const table of ['admin_users', 'admin_invites']) {
    await database.schema
      .alterTable(table)
      .addColumn('rights', 'text', (column) => column.notNull().defaultTo('orders,products,inquiries'))
      .execute()
  }
}
