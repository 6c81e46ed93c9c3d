import { randomUUID } from 'node:crypto'
import type { Person } from '@shop/contract/accounts'
import type { Customer } from './accounts.repository.ts'
import { nameColumns } from './name-columns.ts'
import { normalizeEmail } from './normalize-email.ts'
import { createPasswords } from './password-hash.ts'

export type SignUp = Person & { password: string }

/** A new customer with a hashed password, used by sign-up, demo data and tests. */
export async function buildCustomer(
  { email, password, ...names }: SignUp,
  now: Date,
  passwords = createPasswords(),
): Promise<Customer> {
  return {
    customer_id: randomUUID(),
    ...nameColumns(names),
    email,
    email_folded: normalizeEmail(email),
    password_hash: await passwords.hash(password),
    created_at: now.toISOString(),
    email_confirmed_at: null,
  }
}
