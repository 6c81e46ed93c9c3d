import type { Selectable } from 'kysely'
import type { Database, Trx } from '../../database/database.ts'
import type { AdminTables } from '../admin.tables.ts'

export type StoredInvite = Selectable<AdminTables['admin_invites']>

export async function insertInvite(database: Database, invite: StoredInvite): Promise<void> {
  await database.insertInto('admin_invites').values(invite).execute()
}

/** A valid invitation; `null` when it is unknown, expired or used. */
export async function findOpenInvite(database: Database, tokenHash: string, now: Date): Promise<StoredInvite | null> {
  const row = await database
    .selectFrom('admin_invites')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row ?? null
}

/** Invitations that owners or commands made and nobody has used yet, latest first. */
export function listOpenInvites(database: Database, now: Date): Promise<StoredInvite[]> {
  return database
    .selectFrom('admin_invites')
    .selectAll()
    .where('first_owner', '=', 0)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute()
}

export async function deleteInvite(trx: Trx, tokenHash: string): Promise<void> {
  await trx.deleteFrom('admin_invites').where('token_hash', '=', tokenHash).execute()
}

/** Marks an invitation as used; false when it already was. */
export async function claimInvite(trx: Trx, tokenHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('admin_invites')
    .set({ used_at: now.toISOString() })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Invalidates all other invitations for a first owner. */
export async function deleteFirstOwnerInvites(trx: Trx): Promise<void> {
  await trx.deleteFrom('admin_invites').where('first_owner', '=', 1).where('used_at', 'is', null).execute()
}

/** Invalidates all invitations that owners or commands made and nobody has used. */
export async function deleteOpenInvites(trx: Trx): Promise<void> {
  await trx.deleteFrom('admin_invites').where('first_owner', '=', 0).where('used_at', 'is', null).execute()
}

export async function deleteOldInvites(database: Database, now: Date): Promise<void> {
  await database.deleteFrom('admin_invites').where('expires_at', '<=', now.toISOString()).execute()
}
