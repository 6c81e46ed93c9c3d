import { randomUUID } from 'node:crypto'
import type { Person } from '@shop/contract/accounts/calls'
import type { Customer } from './accounts.repository.ts'
import { nameColumns, normalizeEmail } from './normalize.ts'
import { createPasswords } from './password-hash.ts'

export type SignUp = Person & { password: string }

/** Hashes the password; for sign-up, demo data and tests. */
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

/** Its password is published: it exists only while no other machine reaches the shop. */
export const DEMO_CUSTOMER = {
  firstName: 'Demo',
  lastName: 'Shopper',
  email: 'demo@packwright.example',
  password: 'backpack40',
}
