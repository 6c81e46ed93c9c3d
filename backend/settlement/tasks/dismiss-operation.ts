import { type ChangeContext, writeAudit } from '../../admin/audit/audit.repository.ts'
import { dismissFailed } from '../../payments/ledger/operations.repository.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'

/** Marks a failed request to the gateway as resolved. */
export async function dismissOperation({ database, clock, actor }: ChangeContext, id: string): Promise<void> {
  await inTransaction(database, async (trx) => {
    const now = clock()
    const operation = await dismissFailed(trx, id, now)
    if (operation === null) throw new AppError('conflict', 'Someone has already resolved this.')
    const { reference, kind, amount_cents } = operation
    const subject = { kind: 'payment', id: reference }
    const after = { kind, amount_cents }
    await writeAudit(trx, { at: now, actor, action: 'payment.dismissed', subject, before: null, after })
  })
}
