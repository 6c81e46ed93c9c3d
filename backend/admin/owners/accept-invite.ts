import { randomUUID } from 'node:crypto'
import { hashToken } from '../../accounts/passwords/hash-token.ts'
import { requireGoodPassword } from '../../accounts/passwords/require-good-password.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/database.ts'
import { AppError } from '../../http/errors/app-error.ts'
import { hasOwner, insertAdmin } from '../admins.repository.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { fieldError } from '../auth-errors.ts'
import { claimInvite, deleteFirstOwnerInvites, findOpenInvite, type StoredInvite } from './invites.repository.ts'

type Accepted = { token: string; name: string; email: string; password: string }
type InviteContext = Pick<Context, 'database' | 'clock' | 'passwords'>

const CLOSED =
  'This invitation has been used, or is too old. Please ask for a new one: an owner makes it under Settings, or "npm run shop -- owner invite" on the machine of the shop.'

/** The invitation of a token; throws for one that is unknown, expired or used. */
export async function getOpenInvite(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  token: string,
): Promise<StoredInvite> {
  const invite = await findOpenInvite(database, hashToken(token), clock())
  if (invite === null || (invite.first_owner === 1 && (await hasOwner(database))))
    throw new AppError('not_found', CLOSED)
  return invite
}

/** Creates an account from an invitation, and writes that to the audit log. When two requests use the same one concurrently, one is rejected. */
export async function acceptInvite(context: InviteContext, { token, name, email, password }: Accepted): Promise<void> {
  const { database, clock, passwords } = context
  const invite = await getOpenInvite(context, token)
  await requireGoodPassword(password, email)
  const hash = await passwords.hash(password)
  const address = email.trim().toLowerCase()
  await inTransaction(database, async (trx) => {
    const now = clock()
    if (!(await claimInvite(trx, invite.token_hash, now))) throw new AppError('not_found', CLOSED)
    if (invite.role === 'owner') await deleteFirstOwnerInvites(trx)
    const at = now.toISOString()
    const times = { created_at: at, updated_at: at }
    const account = { id: randomUUID(), name: name.trim(), email: address, email_verified: 0, two_factor_enabled: 0 }
    if (!(await insertAdmin(trx, { ...account, ...times, role: invite.role }, hash))) {
      throw fieldError('email', 'Somebody with this address is here already.')
    }
    const subject = { kind: 'admin', id: address }
    const after = { name: account.name, email: address, role: invite.role }
    await writeAudit(trx, { at: now, actor: address, action: 'admin.joined', subject, before: null, after })
  })
}
