import { randomBytes, randomUUID } from 'node:crypto'
import { DEFAULT_RIGHTS, type HelperRight, toRights } from '@shop/contract/access/helper-rights'
import type { AdminRole } from '@shop/contract/access/session'
import { requireGoodPassword } from '../../accounts/passwords/require-good-password.ts'
import { hashToken } from '../../accounts/passwords/tokens.ts'
import type { Context } from '../../platform/context.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { rightsOf } from '../access/admin-sessions.ts'
import { hasOwner, insertAdmin } from '../access/admins.repository.ts'
import { fieldError } from '../access/auth-attempts.ts'
import { type ChangeContext, writeAudit } from '../audit/audit.repository.ts'
import {
  claimLink,
  deleteFirstOwnerInvites,
  deleteInvite,
  deleteOldInvites,
  findOpenInvite,
  insertInvite,
  listOpenInvites,
  type StoredInvite,
} from './owners.repository.ts'

/** Long enough to read it out on the phone, too short to be found in a terminal later. */
const PRINTED_MINUTES = 15

/** Shorter where it opens everything. */
export const SENT_MINUTES: Readonly<Record<AdminRole, number>> = { helper: 24 * 60, owner: 60 }

/** Beside a link that leads to this machine. */
export const LOCAL_LINK =
  'This link opens on this machine only. For others, set PUBLIC_URL to the https address of the shop and start it again.'

export type Invite = { role: AdminRole; path: string; expiresAt: Date }

/** `rights` are those of a helper. */
type Invited = { role: AdminRole; rights?: readonly HelperRight[]; minutes?: number }

/** Creates a single-use invitation. Its token is in the fragment, which is never sent or logged. */
export async function inviteAdmin(
  { database, clock, actor }: ChangeContext,
  { role, rights = DEFAULT_RIGHTS, minutes = PRINTED_MINUTES }: Invited,
): Promise<Invite> {
  return inTransaction(database, async (trx) => {
    const now = clock()
    const invite = await createInvite(trx, { role, rights, now, minutes, createdBy: actor })
    const after = { role, ...rightsIn(role, rights), expires_at: invite.expiresAt.toISOString() }
    const subject = { kind: 'admin', id: 'invitation' }
    await writeAudit(trx, { at: now, actor, action: 'admin.invited', subject, before: null, after })
    return invite
  })
}

/** `null` when there is an owner. No one invites, so the audit log has no entry. */
export async function inviteFirstOwner({
  database,
  clock,
}: Pick<Context, 'database' | 'clock'>): Promise<Invite | null> {
  if (await hasOwner(database)) return null
  return createInvite(database, { role: 'owner', rights: [], now: clock(), minutes: PRINTED_MINUTES, createdBy: null })
}

/** `createdBy`: `null` for the first owner. */
type NewInvite = Required<Invited> & { now: Date; createdBy: string | null }

async function createInvite(database: Database, { role, rights, now, minutes, createdBy }: NewInvite): Promise<Invite> {
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  await deleteOldInvites(database, now)
  await insertInvite(database, {
    token_hash: hashToken(token),
    role,
    rights: toRights(rights).join(),
    first_owner: createdBy === null ? 1 : 0,
    expires_at: expiresAt.toISOString(),
    used_at: null,
    created_by: createdBy,
    created_at: now.toISOString(),
  })
  return { role, path: `/admin/invite#${token}`, expiresAt }
}

type Accepted = { token: string; name: string; email: string; password: string }
type InviteContext = Pick<Context, 'database' | 'clock' | 'passwords'>

const CLOSED_MESSAGE =
  'This invitation has been used or has expired. Please ask an owner for a new one, under Settings. On the machine of the shop "npm run shop -- owner invite" prints one, too.'

/** Throws for a token that is unknown, expired or used. */
export async function getOpenInvite(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  token: string,
): Promise<StoredInvite> {
  const invite = await findOpenInvite(database, hashToken(token), clock())
  if (invite === null || (invite.first_owner === 1 && (await hasOwner(database))))
    throw new AppError('not_found', CLOSED_MESSAGE)
  return invite
}

/** Creates an account, with an audit entry. Of two concurrent requests one is rejected. */
export async function acceptInvite(context: InviteContext, { token, name, email, password }: Accepted): Promise<void> {
  const { database, clock, passwords } = context
  const invite = await getOpenInvite(context, token)
  await requireGoodPassword(password, email)
  const hash = await passwords.hash(password)
  const address = email.trim().toLowerCase()
  await inTransaction(database, async (trx) => {
    const now = clock()
    if (!(await claimLink(trx, 'admin_invites', { tokenHash: invite.token_hash, now })))
      throw new AppError('not_found', CLOSED_MESSAGE)
    if (invite.role === 'owner') await deleteFirstOwnerInvites(trx)
    const at = now.toISOString()
    const times = { created_at: at, updated_at: at }
    const account = { id: randomUUID(), name: name.trim(), email: address, email_verified: 0, two_factor_enabled: 0 }
    if (!(await insertAdmin(trx, { ...account, ...times, role: invite.role, rights: invite.rights }, hash))) {
      throw fieldError('email', 'Someone with this address is already here.')
    }
    const subject = { kind: 'admin', id: address }
    const after = { name: account.name, email: address, role: invite.role, ...rightsIn(invite.role, rightsOf(invite)) }
    await writeAudit(trx, { at: now, actor: address, action: 'admin.joined', subject, before: null, after })
  })
}

const NOT_OPEN = 'This invitation is no longer open: it was used or cancelled, or it has expired.'

/** Its name is the beginning of the token's hash, which opens nothing. */
type OpenInvite = Pick<StoredInvite, 'role' | 'rights' | 'created_by' | 'created_at' | 'expires_at'> & { id: string }

export async function listInvites(database: Database, now: Date): Promise<OpenInvite[]> {
  return (await listOpenInvites(database, now)).map((invite) => ({ ...invite, id: idOf(invite) }))
}

/** Ends an invitation early, with an audit entry. */
export async function withdrawInvite({ database, clock, actor }: ChangeContext, id: string): Promise<OpenInvite> {
  return inTransaction(database, async (trx) => {
    const now = clock()
    const invite = (await listOpenInvites(trx, now)).find((one) => idOf(one) === id)
    if (invite === undefined) throw new AppError('not_found', NOT_OPEN)
    await deleteInvite(trx, invite.token_hash)
    const { role, expires_at } = invite
    const subject = { kind: 'admin', id: 'invitation' }
    const entry = {
      at: now,
      actor,
      action: 'admin.invitation_withdrawn',
      subject,
      before: { role, expires_at },
      after: null,
    }
    await writeAudit(trx, entry)
    return { ...invite, id }
  })
}

/** An owner has no rights of their own. */
function rightsIn(role: AdminRole, rights: readonly HelperRight[]): { rights?: string } {
  return role === 'owner' ? {} : { rights: rights.join(', ') }
}

function idOf({ token_hash }: Pick<StoredInvite, 'token_hash'>): string {
  return token_hash.slice(0, 12)
}
