import { type Database, inTransaction } from '../platform/database/database.ts'
import { correctSums } from './ledger/add-to-sums.ts'
import { WITHOUT_ORDER } from './ledger/asked-payments.ts'
import { postOrders } from './ledger/post-orders.ts'
import { postAgain, postWaiting } from './post-worker.ts'

/** Reads all orders and payments again, writes missing rows and corrects the sums. Returns the number of rows. */
export async function recount(database: Database): Promise<number> {
  await postWaiting(database)
  const added = await postAgain(database, '')
  return inTransaction(database, async (trx) => {
    const payments = trx
      .selectFrom('payments')
      .select('reference')
      .where((row) => row.or(WITHOUT_ORDER))
    const references = (await payments.execute()).map(({ reference }) => reference)
    const rows = await postOrders(trx, references)
    await correctSums(trx)
    return added + rows
  })
}
