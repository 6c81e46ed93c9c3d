import { type Database, inTransaction } from '../../database/database.ts'
import { AppError } from '../../http/errors/app-error.ts'
import { type ChangeContext, writeAudit } from '../audit/write-audit.ts'
import { deleteInvite, listOpenInvites, type StoredInvite } from './invites.repository.ts'

const CLOSED = 'This invitation is no longer open: it was used or withdrawn, or its time is over.'

/** An invitation as people refer to it: the beginning of the hash of its token, which opens nothing. */
export type OpenInvite = Pick<StoredInvite, 'role' | 'created_by' | 'created_at' | 'expires_at'> & { id: string }

export async function listInvites(database: Database, now: Date): Promise<OpenInvite[]> {
  return (await listOpenInvites(database, now)).map((invite) => ({ ...invite, id: idOf(invite) }))
}

/** Ends an invitation before its time and writes that to the audit log. Its link opens nothing from then on. */
export async function withdrawInvite({ database, clock, actor }: ChangeContext, id: string): Promise<OpenInvite> {
  return inTransaction(database, async (trx) => {
    const now = clock()
    const invite = (await listOpenInvites(trx, now)).find((one) => idOf(one) === id)
    if (invite === undefined) throw new AppError('not_found', CLOSED)
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

function idOf({ token_hash }: Pick<StoredInvite, 'token_hash'>): string {
  return token_hash.slice(0, 12)
}
