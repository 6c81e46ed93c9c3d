import type { Database } from '../../platform/database/database.ts'

/** Sets the highest count, as further guesses at an order or account would. */
export async function raiseHighestCount(database: Database, counted: number): Promise<void> {
  await database
    .updateTable('rate_limits')
    .set({ counted })
    .where('counted', '=', (query) => query.selectFrom('rate_limits').select((row) => row.fn.max('counted').as('most')))
    .execute()
}
