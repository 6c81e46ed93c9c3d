import {
  inviteOwnerEndpoint,
  listInvitesEndpoint,
  listOwnersEndpoint,
  type Owner,
  removeOwnerEndpoint,
  withdrawInviteEndpoint,
} from '@shop/contract/admin/owners'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { adminUrlOf } from '../../settings/settings.ts'
import { getShopSettings } from '../../settings/shop/shop-settings.repository.ts'
import { readActorNames } from '../actor-names.ts'
import { adminRoute, OWNERS } from '../admin-route.ts'
import { listAdmins, type StoredAdmin } from '../admins.repository.ts'
import { originOf } from '../secure-access.ts'
import { inviteAdmin, SENT_MINUTES } from './invite-admin.ts'
import { removeOwner } from './remove-owner.ts'
import { listInvites, withdrawInvite } from './withdraw-invite.ts'

/** Who may use the admin: owners invite and remove owners and helpers. */
export function ownersAdminRoutes(app: FastifyInstance, context: Context): void {
  const { database, settings } = context

  adminRoute(app, context, listOwnersEndpoint, OWNERS, async () => {
    return { owners: (await listAdmins(database)).map(toOwner) }
  })

  adminRoute(
    app,
    context,
    inviteOwnerEndpoint,
    OWNERS,
    async ({ body: { role } }, { admin, request }) => {
      const { path, expiresAt } = await inviteAdmin({ ...context, actor: admin.email }, role, SENT_MINUTES[role])
      const base = adminUrlOf(settings, await getShopSettings(database), originOf(request))
      return { link: `${base}${path}`, expires_at: expiresAt.toISOString() }
    },
    { hasSecretResponse: true },
  )

  adminRoute(app, context, listInvitesEndpoint, OWNERS, async () => {
    const nameOf = await readActorNames(database)
    const invites = await listInvites(database, context.clock())
    return {
      invites: invites.map(({ id, role, created_by, created_at, expires_at }) => ({
        id,
        role,
        invited_by: created_by === null ? null : nameOf(created_by),
        invited_at: created_at,
        expires_at,
      })),
    }
  })

  adminRoute(app, context, withdrawInviteEndpoint, OWNERS, async ({ body }, { admin }) => {
    await withdrawInvite({ ...context, actor: admin.email }, body.id)
    // It cannot be undone: the link may be known to whoever should not have it.
    return { audit_id: null }
  })

  adminRoute(app, context, removeOwnerEndpoint, OWNERS, async ({ body }, { admin }) => {
    await removeOwner({ ...context, actor: admin.email }, body.id)
    // It cannot be undone.
    return { audit_id: null }
  })
}

function toOwner({ id, name, email, role, created_at }: StoredAdmin): Owner {
  return { id, name, email, role, since: created_at }
}
