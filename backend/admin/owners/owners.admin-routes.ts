import { adminOwners, type Owner } from '@shop/contract/access/owners'
import { COMMAND_ACTOR } from '@shop/contract/audit/admin'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { originOf } from '../../platform/http/secure-access.ts'
import { adminUrlOf } from '../../platform/settings/settings.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { rightsOf } from '../access/admin-sessions.ts'
import { deleteAdmin, hasOwner, listAdmins, readActorNames, type StoredAdmin } from '../access/admins.repository.ts'
import { adminRoute, OWNERS } from '../admin-route.ts'
import { type ChangeContext, writeAudit } from '../audit/audit.repository.ts'
import { changeRights } from './helper-rights.ts'
import { inviteAdmin, listInvites, SENT_MINUTES, withdrawInvite } from './invites.ts'
import { deleteOpenInvites } from './owners.repository.ts'

export function ownersAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, settings } = context

  adminRoute(app, context, adminOwners.listOwners, OWNERS, async () => {
    return { owners: (await listAdmins(database)).map(toOwner) }
  })

  adminRoute(
    app,
    context,
    adminOwners.inviteOwner,
    OWNERS,
    async ({ body: { role, rights } }, { admin, request }) => {
      const invited = { role, rights, minutes: SENT_MINUTES[role] }
      const { path, expiresAt } = await inviteAdmin({ ...context, actor: admin.email }, invited)
      const base = adminUrlOf(settings, await getShopSettings(database), originOf(request))
      return { link: `${base}${path}`, expires_at: expiresAt.toISOString() }
    },
    { hasSecretResponse: true },
  )

  adminRoute(app, context, adminOwners.listInvites, OWNERS, async () => {
    const nameOf = await readActorNames(database)
    const invites = await listInvites(database, context.clock())
    return {
      invites: invites.map(({ id, role, rights, created_by, created_at, expires_at }) => ({
        id,
        role,
        rights: rightsOf({ role, rights }),
        invited_by: created_by === null ? null : nameOf(created_by),
        invited_at: created_at,
        expires_at,
      })),
    }
  })

  adminRoute(app, context, adminOwners.withdrawInvite, OWNERS, async ({ body }, { admin }) => {
    await withdrawInvite({ ...context, actor: admin.email }, body.id)
    // Not undoable: the link may be known to the wrong person.
    return { audit_id: null }
  })

  adminRoute(app, context, adminOwners.changeRights, OWNERS, async ({ body }, { admin }) => ({
    audit_id: await changeRights({ ...context, actor: admin.email }, body),
  }))

  adminRoute(app, context, adminOwners.removeOwner, OWNERS, async ({ body }, { admin }) => {
    await removeOwner({ ...context, actor: admin.email }, body.id)
    return { audit_id: null }
  })
}

function toOwner({ id, name, email, role, rights, created_at }: StoredAdmin): Owner {
  return { id, name, email, role, rights: rightsOf({ role, rights }), since: created_at }
}

const LAST_OWNER = 'This is the shop’s only owner.'

/**
 * Removes someone; their sessions end at once. With an owner all open invitations end, since they may have made one to
 * come back. No one removes themselves, so an owner is left.
 */
export async function removeOwner({ database, clock, actor }: ChangeContext, id: string): Promise<number> {
  return inTransaction(database, async (trx) => {
    const admin = (await listAdmins(trx)).find((one) => one.id === id)
    if (admin === undefined) throw new AppError('not_found', 'They no longer have access.')
    if (admin.email === actor) throw new AppError('conflict', 'You can’t remove yourself. Another owner can.')
    await deleteAdmin(trx, id)
    const { name, email, role } = admin
    if (role === 'owner') await deleteOpenInvites(trx)
    const subject = { kind: 'admin', id: email }
    const before = { name, email, role }
    const entry = { at: clock(), actor, action: 'admin.removed', subject, before, after: null }
    // Waits for a removal that has not been committed yet.
    const audit_id = await writeAudit(trx, entry)
    if (actor !== COMMAND_ACTOR && !(await hasOwner(trx))) throw new AppError('conflict', LAST_OWNER)
    return audit_id
  })
}
