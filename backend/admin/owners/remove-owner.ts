import { COMMAND_ACTOR } from '@shop/contract/admin/audit'
import { inTransaction } from '../../database/database.ts'
import { AppError } from '../../http/errors/app-error.ts'
import { deleteAdmin, hasOwner, listAdmins } from '../admins.repository.ts'
import { type ChangeContext, writeAudit } from '../audit/write-audit.ts'
import { deleteOpenInvites } from './invites.repository.ts'

const LAST_OWNER = 'Without them the shop would have no owner.'

/**
 * Takes somebody off the admin; their sessions end at once, and what they did stays in the audit log. With an owner all
 * open invitations end, since they may have made one to come back with. Nobody removes themselves, and of two owners who
 * remove each other one stays, so that an owner is left.
 */
export async function removeOwner({ database, clock, actor }: ChangeContext, id: string): Promise<number> {
  return inTransaction(database, async (trx) => {
    const admin = (await listAdmins(trx)).find((one) => one.id === id)
    if (admin === undefined) throw new AppError('not_found', 'They are no longer here.')
    if (admin.email === actor) throw new AppError('conflict', 'You cannot remove yourself. Another owner can.')
    await deleteAdmin(trx, id)
    const { name, email, role } = admin
    if (role === 'owner') await deleteOpenInvites(trx)
    const subject = { kind: 'admin', id: email }
    const before = { name, email, role }
    const entry = { at: clock(), actor, action: 'admin.removed', subject, before, after: null }
    // Waits for a removal that has not been committed yet.
    const auditId = await writeAudit(trx, entry)
    if (actor !== COMMAND_ACTOR && !(await hasOwner(trx))) throw new AppError('conflict', LAST_OWNER)
    return auditId
  })
}
