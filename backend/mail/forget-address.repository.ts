import type { Trx } from '../platform/database/database.ts'
import { deleteMailsTo, FORGOTTEN_KINDS } from './outbox.repository.ts'

/**
 * Deletes a normalized address of the waitlist, whatever it waits for, and mails to it that were not sent; returns for how
 * many things it waited. It is here since closing an account needs it too, on which the waitlist depends.
 */
export async function forgetAddress(trx: Trx, email: string): Promise<number> {
  await deleteMailsTo(trx, email, FORGOTTEN_KINDS)
  const { numDeletedRows } = await trx.deleteFrom('waitlist').where('email', '=', email).executeTakeFirst()
  return Number(numDeletedRows)
}
