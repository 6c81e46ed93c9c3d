import type { Database } from '../../platform/database/database.ts'

/**
 * Sets the rate limit that was counted most, that of an order or account guessed at from several addresses, as further
 * failures would.
 */
export async function raiseHighestCount(database: Database, counted: number): Promise<void> {
  await database
    .updateTable('rate_limits')
    .set({ counted })
    .where('counted', '=', (query) => query.selectFrom('rate_limits').select((row) => row.fn.max('counted').as('most')))
    .execute()
}
