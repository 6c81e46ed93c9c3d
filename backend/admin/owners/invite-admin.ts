import { randomBytes } from 'node:crypto'
import type { AdminRole } from '@shop/contract/admin/session'
import { hashToken } from '../../accounts/passwords/hash-token.ts'
import type { Context } from '../../context.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { hasOwner } from '../admins.repository.ts'
import { type ChangeContext, writeAudit } from '../audit/write-audit.ts'
import { deleteOldInvites, insertInvite } from './invites.repository.ts'

/**
 * Minutes that a printed invitation is valid: long enough to read it out on the phone, too short to be found later in a
 * terminal.
 */
const PRINTED_MINUTES = 15

/** Minutes that an owner's invitation is valid, which is sent to somebody: shorter where it opens everything. */
export const SENT_MINUTES: Readonly<Record<AdminRole, number>> = { helper: 24 * 60, owner: 60 }

/** Beside a link that leads to this machine. */
export const LOCAL_LINK =
  'This link opens on this machine only. For others, set PUBLIC_URL to the https address of the shop and start it again.'

export type Invite = { role: AdminRole; path: string; expiresAt: Date }

/**
 * Creates an invitation that can be used once. Its token is in the fragment of the address, which is not sent to
 * servers or proxies and therefore never logged; the database stores its hash.
 */
export async function inviteAdmin(
  { database, clock, actor }: ChangeContext,
  role: AdminRole,
  minutes = PRINTED_MINUTES,
): Promise<Invite> {
  return inTransaction(database, async (trx) => {
    const now = clock()
    const invite = await createInvite(trx, { role, now, minutes, createdBy: actor })
    const after = { role, expires_at: invite.expiresAt.toISOString() }
    const subject = { kind: 'admin', id: 'invitation' }
    await writeAudit(trx, { at: now, actor, action: 'admin.invited', subject, before: null, after })
    return invite
  })
}

/** An invitation for the first owner; `null` when there is an owner. Nobody made it, so the audit log has no entry. */
export async function inviteFirstOwner({
  database,
  clock,
}: Pick<Context, 'database' | 'clock'>): Promise<Invite | null> {
  if (await hasOwner(database)) return null
  return createInvite(database, { role: 'owner', now: clock(), minutes: PRINTED_MINUTES, createdBy: null })
}

/** `createdBy`: `null` for the first owner, whom nobody invites. */
type NewInvite = { role: AdminRole; now: Date; minutes: number; createdBy: string | null }

async function createInvite(database: Database, { role, now, minutes, createdBy }: NewInvite): Promise<Invite> {
  const token = randomBytes(24).toString('base64url')
  const expiresAt = new Date(now.getTime() + minutes * 60_000)
  await deleteOldInvites(database, now)
  await insertInvite(database, {
    token_hash: hashToken(token),
    role,
    first_owner: createdBy === null ? 1 : 0,
    expires_at: expiresAt.toISOString(),
    used_at: null,
    created_by: createdBy,
    created_at: now.toISOString(),
  })
  return { role, path: `/admin/invite#${token}`, expiresAt }
}
