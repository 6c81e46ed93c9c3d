import * as z from 'zod/mini'
import { changeResult, defineAdminCalls } from '../endpoint.ts'
import { FIRST_RIGHTS } from './helper-rights.ts'
import { ADMIN_ROLES, wireRights } from './session.ts'

const wireOwner = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ADMIN_ROLES),
  /** All of them for an owner. */
  rights: wireRights,
  since: z.string(),
})
export type Owner = z.infer<typeof wireOwner>

const wireInvite = z.object({
  id: z.string(),
  role: z.enum(ADMIN_ROLES),
  rights: wireRights,
  /** Who made it, by name; `null` for one of an earlier version. */
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
      'A link with which somebody becomes an owner or a helper, once: a helper within a day, an owner within an hour. `rights` are those of a helper.',
    body: z.object({ role: z.enum(ADMIN_ROLES), rights: z._default(wireRights, [...FIRST_RIGHTS]) }),
    response: z.object({ link: z.string(), expires_at: z.string() }),
  },
  listInvites: {
    method: 'GET',
    path: '/api/admin/owners/invites',
    summary: 'Lists open invitations',
    description: 'Those that nobody has used yet, without their links, which are shown once. Only for owners.',
    response: z.object({ invites: z.array(wireInvite) }),
  },
  withdrawInvite: {
    method: 'POST',
    path: '/api/admin/owners/invites/withdraw',
    summary: 'Cancels an open invitation',
    description: 'Its link opens nothing any more. Only for owners.',
    body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) }),
    response: changeResult,
    errors: ['not_found'],
  },
  changeRights: {
    method: 'POST',
    path: '/api/admin/owners/rights',
    summary: 'Changes what a helper may do',
    description:
      'It counts from their next call on. 409 when they may do something else now than in `seen`, and for an owner, who may do everything.',
    body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)), rights: wireRights, seen: wireRights }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  removeOwner: {
    method: 'POST',
    path: '/api/admin/owners/remove',
    summary: 'Removes an owner or a helper',
    description: 'Their sessions end at once. Nobody removes themselves, so that an owner is left.',
    body: z.object({ id: z.string().check(z.minLength(1), z.maxLength(200)) }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
})
