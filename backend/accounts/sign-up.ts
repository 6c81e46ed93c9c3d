import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { inTransaction } from '../database/database.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { Refusal } from '../refusal.ts'
import { type Customer, insertCustomer } from './accounts.repository.ts'
import { foldEmail } from './fold-email.ts'
import { hashPassword } from './password-hash.ts'
import { openSession } from './sessions.ts'
import { welcomeMail } from './welcome.mail.ts'

export type SignUp = { firstName: string; lastName: string; email: string; password: string }

/** Opens an account, signs in and writes the welcome message: all of it or nothing. One account an address (R30). */
export async function signUp(
  { database, clock, settings }: Pick<Context, 'database' | 'clock' | 'settings'>,
  { firstName, lastName, email, password }: SignUp,
): Promise<{ customer: Customer; token: string }> {
  const now = clock()
  const customer: Customer = {
    customer_id: randomUUID(),
    first_name: firstName.normalize('NFC'),
    last_name: lastName.normalize('NFC'),
    email,
    email_folded: foldEmail(email),
    password_hash: await hashPassword(password),
    created_at: now.toISOString(),
  }
  return inTransaction(database, async (trx) => {
    if (!(await insertCustomer(trx, customer))) {
      throw new Refusal('conflict', 'There is already an account with this e-mail address. Please sign in instead.')
    }
    await enqueueMail(trx, welcomeMail(customer, settings.publicUrl), now)
    return { customer, token: await openSession(trx, customer, now) }
  })
}
