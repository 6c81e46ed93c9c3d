import { writeAudit } from '../../admin/audit/audit.repository.ts'
import { updateStock } from '../../catalog/stock.repository.ts'
import { inTransaction, openStore } from '../../platform/database/database.ts'
import { readSettings } from '../../platform/settings/settings.ts'

/** Changes the stock of product 101 with an audit entry, reports it, and waits within the transaction to be killed. */
const { database } = await openStore(readSettings(process.env))
await inTransaction(database, async (trx) => {
  await updateStock(trx, '101', 1)
  const at = new Date()
  const subject = { kind: 'product', id: '101' }
  await writeAudit(trx, { at, actor: 'command', action: 'product.updated', subject, before: {}, after: {} })
  process.stdout.write('changed')
  await new Promise(() => setInterval(() => {}, 60_000))
})
