import { skipOrderNumbers } from '../orders/orders.repository.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'

/** More orders than a shop gets between two backups; the numbers of orders have gaps anyway. */
export const SKIPPED_NUMBERS = 1000

/**
 * After a restore: orders that were placed since the backup are lost, but not their payments, which go by their numbers.
 * Lets the next order have a number that none of them had. False in a shop where no order was ever placed by card.
 */
export async function skipLostNumbers(database: Database): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const placement = await trx.selectFrom('placements').select('reference').limit(1).executeTakeFirst()
    if (placement === undefined) return false
    await skipOrderNumbers(trx, SKIPPED_NUMBERS)
    return true
  })
}
