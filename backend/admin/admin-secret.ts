import { randomBytes } from 'node:crypto'
import type { Database } from '../database/database.ts'

const NAME = 'auth'

/**
 * The secret that signs the admin's sessions: from the settings, or else a random one that the first node stores in the
 * database for all nodes.
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
