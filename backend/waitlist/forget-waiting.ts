import { normalizeEmail } from '../accounts/normalize.ts'
import { type ChangeContext, writeAudit } from '../admin/audit/audit.repository.ts'
import { deleteMailsTo } from '../mail/delete-mails.repository.ts'
import { FORGOTTEN_KINDS } from '../mail/outbox.repository.ts'
import { inTransaction, type Trx } from '../platform/database/database.ts'
import { deleteWaitingOf } from './waitlist.repository.ts'

/** Deletes an address on request; returns the number of its subjects. The audit log does not name it. */
export async function forgetWaiting({ database, clock, actor }: ChangeContext, typed: string): Promise<number> {
  return inTransaction(database, async (trx) => {
    const deleted = await forgetAddress(trx, normalizeEmail(typed))
    if (deleted > 0) {
      const change = { subject: { kind: 'waitlist', id: 'all' }, before: null, after: { deleted } }
      await writeAudit(trx, { ...change, at: clock(), actor, action: 'waitlist.address_deleted' })
    }
    return deleted
  })
}

/** Deletes a normalized address and its unsent emails; returns the number of its subjects. */
export async function forgetAddress(trx: Trx, email: string): Promise<number> {
  await deleteMailsTo(trx, email, FORGOTTEN_KINDS)
  return deleteWaitingOf(trx, [email])
}
