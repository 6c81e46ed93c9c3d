import type { Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { AdminTables } from './admin.tables.ts'

export type StoredKey = Selectable<AdminTables['admin_idempotency_keys']>
type KeyId = Pick<StoredKey, 'user_id' | 'key'>

/** Inserts a key; false when it exists. */
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

/** Stores the response of a change that has been made, as JSON. */
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

/** Deletes the keys of all users that were stored before a time. */
export async function deleteKeysBefore(database: Database, before: Date): Promise<void> {
  await database.deleteFrom('admin_idempotency_keys').where('created_at', '<', before.toISOString()).execute()
}
