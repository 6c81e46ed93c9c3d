import { type Database, inTransaction } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import type { Admin } from './admin-sessions.ts'
import { countPasskeys, deletePasskey, lockAdmin } from './admins.repository.ts'

const LAST_FACTOR = 'Set up an app with codes first: without this passkey you could not sign in.'

/** Removes a passkey of a user, but never the last second factor, also when two are removed at the same instant. */
export async function removePasskey(
  database: Database,
  { id: userId, has_totp }: Pick<Admin, 'id' | 'has_totp'>,
  id: string,
): Promise<void> {
  await inTransaction(database, async (trx) => {
    await lockAdmin(trx, userId)
    if (!has_totp && (await countPasskeys(trx, userId)) === 1) throw new AppError('conflict', LAST_FACTOR)
    if (!(await deletePasskey(trx, userId, id))) throw new AppError('not_found')
  })
}
