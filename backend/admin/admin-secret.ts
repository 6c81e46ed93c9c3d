import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'

const NAME = 'auth'

/**
 * What signs the admin's sessions: the setting's, else a random one that the first node to ask puts into the database,
 * where all nodes find it.
 */
export async function readAdminSecret(database: Database, fromSettings: string | null): Promise<string> {
  if (fromSettings !== null) return fromSettings
  await database
    .insertInto('admin_secrets')
    .values({ name: NAME, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await database
    .selectFrom('admin_secrets')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow()
  return value
}
