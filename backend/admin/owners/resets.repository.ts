import { type Selectable, sql } from 'kysely'
import type { Database, Trx } from '../../database/database.ts'
import type { AdminTables } from '../admin.tables.ts'
import type { StoredAdmin } from '../admins.repository.ts'

export type StoredReset = Selectable<AdminTables['admin_resets']>

/** Stores a link, and deletes expired ones. */
export async function insertReset(trx: Trx, reset: StoredReset, now: Date): Promise<void> {
  await trx.deleteFrom('admin_resets').where('expires_at', '<=', now.toISOString()).execute()
  await trx.insertInto('admin_resets').values(reset).execute()
}

/** The person of a valid link; `null` when it is unknown, expired or used. */
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

/** Marks a link as used; false when it already was. */
export async function claimReset(trx: Trx, tokenHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('admin_resets')
    .set({ used_at: now.toISOString() })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sets a password; ends sessions, half-done sign-ins and other links. */
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

/** Removes authenticator app, recovery codes and passkeys. */
export async function deleteSecondFactors(trx: Trx, userId: string): Promise<void> {
  await sql`delete from admin_two_factors where user_id = ${userId}`.execute(trx)
  await trx.deleteFrom('admin_passkeys').where('user_id', '=', userId).execute()
  await trx.updateTable('admin_users').set({ two_factor_enabled: 0 }).where('id', '=', userId).execute()
}
