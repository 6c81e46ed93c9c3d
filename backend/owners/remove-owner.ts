import { deleteAdmin, listAdmins } from '../admin/admins.repository.ts'
import { type ChangeContext, writeAudit } from '../audit/write-audit.ts'
import { inTransaction } from '../database/database.ts'
import { AppError } from '../errors/app-error.ts'

/**
 * Takes somebody off the admin; their sessions end at once, and what they did stays in the audit log. Nobody removes
 * themselves, so that an owner is left.
 */
export async function removeOwner({ database, clock, actor }: ChangeContext, id: string): Promise<number> {
  return inTransaction(database, async (trx) => {
    const admin = (await listAdmins(trx)).find((one) => one.id === id)
    if (admin === undefined) throw new AppError('not_found', 'They are no longer here.')
    if (admin.email === actor) throw new AppError('conflict', 'You cannot remove yourself. Another owner can.')
    await deleteAdmin(trx, id)
    const { name, email, role } = admin
    const subject = { kind: 'admin', id: email }
    const before = { name, email, role }
    return writeAudit(trx, { at: clock(), actor, action: 'admin.removed', subject, before, after: null })
  })
}
