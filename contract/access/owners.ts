import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../http/endpoint.ts'
import { DEFAULT_RIGHTS } from './helper-rights.ts'
import { ADMIN_ROLES, wireRights } from './session.ts'

const wireOwner = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ADMIN_ROLES),
  rights: wireRights,
  since: z.string(),
})
export type Owner = z.infer<typeof wireOwner>

const wireInvite = z.object({
  id: z.string(),
  role: z.enum(ADMIN_ROLES),
  rights: wireRights,
  /** The name of the person who made it; `null` for one made by an earlier version. */
  invited_by: z.nullable(z.string()),
  invited_at: z.nullable(z.string()),
  expires_at: z.string(),
})

export const adminOwners = defineAdminCalls({
  listOwners: {
    method: 'GET',
    path: '/api/admin/owners',
    summary: 'Lists owners and helpers',
    description: 'Everybody who may use the admin. Only for owners.',
    response: z.object({ owners: z.array(wireOwner) }),
  },
  inviteOwner: {
    method: 'POST',
    path: '/api/admin/owners/invite',
    summary: 'Creates an invitation',
    description:
      'A link that works once: for a helper within a day, for an owner within an hour. `rights` are for helpers.',
    body: z.object({ role: z.enum(ADMIN_ROLES), rights: z._default(wireRights, [...DEFAULT_RIGHTS]) }),
    response: z.object({ link: z.string(), expires_at: z.string() }),
  },
  listInvites: {
    method: 'GET',
    path: '/api/admin/owners/invites',
    summary: 'Lists open invitations',
    description: 'Owners only. Without their links, which are shown once.',
    response: z.object({ invites: z.array(wireInvite) }),
  },
  withdrawInvite: {
    method: 'POST',
    path: '/api/admin/owners/invites/withdraw',
    summary: 'Cancels an invitation',
    description: 'Owners only. Its link stops working.',
    body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) }),
    response: changeResult,
    errors: ['not_found'],
  },
  changeRights: {
    method: 'POST',
    path: '/api/admin/owners/rights',
    summary: 'Changes what a helper may do',
    description: 'From their next call on. 409 if it differs from `seen`, and for owners.',
    body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)), rights: wireRights, seen: wireRights }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  removeOwner: {
    method: 'POST',
    path: '/api/admin/owners/remove',
    summary: 'Removes an owner or a helper',
    description: "Ends their sessions. You can't remove yourself.",
    body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
})
