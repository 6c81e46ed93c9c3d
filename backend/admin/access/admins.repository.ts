import type { HelperRight } from '@shop/contract/access/helper-rights'
import { COMMAND_ACTOR, COMMAND_ACTOR_NAME } from '@shop/contract/audit/admin'
import { type Selectable, sql } from 'kysely'
import { hashToken } from '../../accounts/passwords/tokens.ts'
import type { Database, Trx } from '../../platform/database/database.ts'
import { countDeleted } from '../../platform/database/queries.ts'
import type { AdminTables } from './admin.tables.ts'

export type StoredAdmin = Selectable<AdminTables['admin_users']>

export function listAdmins(database: Database): Promise<StoredAdmin[]> {
  return database.selectFrom('admin_users').selectAll().orderBy('created_at').orderBy('id').execute()
}

/** In any letter case. */
export async function findAdminByEmail(database: Database, email: string): Promise<StoredAdmin | null> {
  const row = await database
    .selectFrom('admin_users')
    .selectAll()
    .where('email', '=', email.trim().toLowerCase())
    .executeTakeFirst()
  return row ?? null
}

export async function hasOwner(database: Database): Promise<boolean> {
  const row = await database.selectFrom('admin_users').select('id').where('role', '=', 'owner').executeTakeFirst()
  return row !== undefined
}

/** Whether a shop with accounts has none with this id. */
export async function isRemoved(database: Database, id: string): Promise<boolean> {
  const row = await database.selectFrom('admin_users').select('id').where('id', '=', id).executeTakeFirst()
  return row === undefined && (await hasOwner(database))
}

/** Inserts an account with its password. False when the address is taken, also concurrently. */
export async function insertAdmin(trx: Trx, admin: StoredAdmin, passwordHash: string): Promise<boolean> {
  const { id, created_at, updated_at } = admin
  const inserted = await trx
    .insertInto('admin_users')
    .values(admin)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) === 0n) return false
  await trx
    .insertInto('admin_accounts')
    .values({
      id: `${id}-password`,
      user_id: id,
      account_id: id,
      provider_id: 'credential',
      password: passwordHash,
      created_at,
      updated_at,
    })
    .execute()
  return true
}

export async function deleteAdmin(database: Database, id: string): Promise<void> {
  await database.deleteFrom('admin_users').where('id', '=', id).execute()
}

export async function lockAdmin(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('admin_users')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .execute()
}

export async function updateRights(trx: Trx, id: string, rights: readonly HelperRight[]): Promise<void> {
  await trx.updateTable('admin_users').set({ rights: rights.join() }).where('id', '=', id).execute()
}

export async function countPasskeys(database: Database, userId: string): Promise<number> {
  const { count } = await database
    .selectFrom('admin_passkeys')
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function hasSecondFactorStored(
  database: Database,
  { id, two_factor_enabled }: Pick<StoredAdmin, 'id' | 'two_factor_enabled'>,
): Promise<boolean> {
  return two_factor_enabled === 1 || (await countPasskeys(database, id)) > 0
}

export function listPasskeys(database: Database, userId: string) {
  return database.selectFrom('admin_passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
}

/** False when it does not exist or belongs to another user. */
export async function deletePasskey(database: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('admin_passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export function listOpenSessions(database: Database, userId: string, now: Date) {
  return database
    .selectFrom('admin_sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now.toISOString())
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function noteSessionUse(database: Database, id: string, now: Date): Promise<void> {
  await database.updateTable('admin_sessions').set({ updated_at: now.toISOString() }).where('id', '=', id).execute()
}

/** False when it does not exist or belongs to another user. */
export async function deleteSession(database: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('admin_sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteSessionByToken(database: Database, token: string): Promise<void> {
  await database.deleteFrom('admin_sessions').where('token', '=', hashToken(token)).execute()
}

/** The library replaces an app's secret only before its first code is verified. */
export async function reopenTotpSetup(database: Database, userId: string): Promise<void> {
  await sql`update admin_two_factors set verified = 0 where user_id = ${userId}`.execute(database)
}

export async function deleteSessions(database: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await database.deleteFrom('admin_sessions').where('id', 'in', ids).execute()
}

export async function deleteSessionsOf(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('admin_sessions').where('user_id', '=', userId).execute()
}

export function deleteOldAdminSessions(database: Database, before: string): Promise<number> {
  return countDeleted(database.deleteFrom('admin_sessions').where('expires_at', '<', before))
}

/** Deletes old unfinished sign-ins. */
export function deleteOldVerifications(database: Database, before: string): Promise<number> {
  return countDeleted(database.deleteFrom('admin_verifications').where('expires_at', '<', before))
}

export type StoredKey = Selectable<AdminTables['admin_idempotency_keys']>
type KeyId = Pick<StoredKey, 'user_id' | 'key'>

export async function insertKey(database: Database, key: StoredKey): Promise<boolean> {
  const result = await database
    .insertInto('admin_idempotency_keys')
    .values(key)
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function findKey(database: Database, { user_id, key }: KeyId): Promise<StoredKey | null> {
  const row = await database
    .selectFrom('admin_idempotency_keys')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .executeTakeFirst()
  return row ?? null
}

export async function updateKeyResponse(database: Database, { user_id, key }: KeyId, response: string): Promise<void> {
  await database
    .updateTable('admin_idempotency_keys')
    .set({ response })
    .where('user_id', '=', user_id)
    .where('key', '=', key)
    .execute()
}

export async function deleteKey(database: Database, { user_id, key }: KeyId): Promise<void> {
  await database.deleteFrom('admin_idempotency_keys').where('user_id', '=', user_id).where('key', '=', key).execute()
}

export async function deleteKeysBefore(database: Database, before: Date): Promise<void> {
  await database.deleteFrom('admin_idempotency_keys').where('created_at', '<', before.toISOString()).execute()
}

const REMOVED_ACTOR_NAME = 'Someone who was removed'

/** Names actors for people to read. The address of a removed person is not for everyone. */
export async function readActorNames(database: Database): Promise<(actor: string) => string> {
  const names = new Map((await listAdmins(database)).map(({ email, name }) => [email, name]))
  return (actor) => (actor === COMMAND_ACTOR ? COMMAND_ACTOR_NAME : (names.get(actor) ?? REMOVED_ACTOR_NAME))
}
