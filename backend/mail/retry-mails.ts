import { type ChangeContext, writeAudit } from '../admin/audit/write-audit.ts'
import { inTransaction } from '../database/database.ts'
import { retryUnsent } from './outbox.repository.ts'

/** Makes an unsent mail due now, or with `null` all of them, and writes that to the audit log. Returns how many. */
export async function retryMails({ database, clock, actor }: ChangeContext, id: string | null): Promise<number> {
  return inTransaction(database, async (trx) => {
    const now = clock()
    const retried = await retryUnsent(trx, id, now)
    if (retried > 0) {
      const subject = { kind: 'mail', id: id ?? 'all' }
      await writeAudit(trx, {
        at: now,
        actor,
        action: 'mail.retried',
        subject,
        before: null,
        after: { mails: retried },
      })
    }
    return retried
  })
}
