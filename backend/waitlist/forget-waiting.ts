import { normalizeEmail } from '../accounts/normalize.ts'
import { type ChangeContext, writeAudit } from '../admin/audit/audit.repository.ts'
import { forgetAddress } from '../mail/forget-address.repository.ts'
import { inTransaction } from '../platform/database/database.ts'

/** Deletes an address on its owner's request; returns for how many things it waited. The audit log does not name it. */
export async function forgetWaiting({ database, clock, actor }: ChangeContext, typed: string): Promise<number> {
  const email = normalizeEmail(typed)
  return inTransaction(database, async (trx) => {
    const deleted = await forgetAddress(trx, email)
    if (deleted > 0) {
      const change = { subject: { kind: 'waitlist', id: 'all' }, before: null, after: { deleted } }
      await writeAudit(trx, { ...change, at: clock(), actor, action: 'waitlist.address_deleted' })
    }
    return deleted
  })
}
