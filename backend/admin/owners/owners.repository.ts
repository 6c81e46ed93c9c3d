import { type Selectable, sql } from 'kysely'
import type { Database, Trx } from '../../platform/database/database.ts'
import type { AdminTables } from '../access/admin.tables.ts'
import type { StoredAdmin } from '../access/admins.repository.ts'

export type StoredInvite = Selectable<AdminTables['admin_invites']>

export async function insertInvite(database: Database, invite: StoredInvite): Promise<void> {
  await database.insertInto('admin_invites').values(invite).execute()
}

/** `null` when it is unknown, expired or used. */
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

/** False when it already was. */
export async function claimLink(
  trx: Trx,
  table: 'admin_invites' | 'admin_resets',
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable(table)
    .set({ used_at: now.toISOString() })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteFirstOwnerInvites(trx: Trx): Promise<void> {
  await trx.deleteFrom('admin_invites').where('first_owner', '=', 1).where('used_at', 'is', null).execute()
}

/** Deletes all open invitations by owners and commands. */
export async function deleteOpenInvites(trx: Trx): Promise<void> {
  await trx.deleteFrom('admin_invites').where('first_owner', '=', 0).where('used_at', 'is', null).execute()
}

export async function deleteOldInvites(database: Database, now: Date): Promise<void> {
  await database.deleteFrom('admin_invites').where('expires_at', '<=', now.toISOString()).execute()
}

type StoredReset = Selectable<AdminTables['admin_resets']>

/** Stores a link, and deletes expired ones. */
export async function insertReset(trx: Trx, reset: StoredReset, now: Date): Promise<void> {
  await trx.deleteFrom('admin_resets').where('expires_at', '<=', now.toISOString()).execute()
  await trx.insertInto('admin_resets').values(reset).execute()
}

/** `null` when it is unknown, expired or used. */
export async function findOpenReset(
  database: Database,
  tokenHash: string,
  now: Date,
): Promise<(Pick<StoredAdmin, 'id' | 'email'> & Pick<StoredReset, 'second_factor'>) | null> {
  const query = database
    .selectFrom('admin_resets')
    .innerJoin('admin_users', 'admin_users.id', 'admin_resets.user_id')
    .select(['admin_users.id', 'admin_users.email', 'admin_resets.second_factor'])
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('admin_resets.expires_at', '>', now.toISOString())
  return (await query.executeTakeFirst()) ?? null
}

/** Ends sessions, unfinished sign-ins and other links. */
export async function replaceAdminPassword(trx: Trx, userId: string, passwordHash: string): Promise<void> {
  await trx
    .updateTable('admin_accounts')
    .set({ password: passwordHash })
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .execute()
  await trx.deleteFrom('admin_sessions').where('user_id', '=', userId).execute()
  await trx.deleteFrom('admin_verifications').where('value', '=', userId).execute()
  await trx.deleteFrom('admin_resets').where('user_id', '=', userId).where('used_at', 'is', null).execute()
}

export async function deleteSecondFactors(trx: Trx, userId: string): Promise<void> {
  await sql`delete from admin_two_factors where user_id = ${userId}`.execute(trx)
  await trx.deleteFrom('admin_passkeys').where('user_id', '=', userId).execute()
  await trx.updateTable('admin_users').set({ two_factor_enabled: 0 }).where('id', '=', userId).execute()
}
