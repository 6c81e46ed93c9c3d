import type { Person } from '@shop/contract/accounts'
import { normalizeEmail } from '../accounts/normalize-email.ts'
import { normalizeName } from '../accounts/normalize-name.ts'
import type { StoredOrder } from './orders.repository.ts'

/**
 * Whether an order was placed by this person: first name, last name and e-mail together (R24). One without an e-mail address
 * is nobody's: names and a number alone are easily guessed.
 */
export function matchesCustomer(
  order: Pick<StoredOrder, 'first_name' | 'last_name' | 'email'>,
  { firstName, lastName, email }: Person,
): boolean {
  const same = [
    order.email !== '',
    normalizeName(order.first_name) === normalizeName(firstName),
    normalizeName(order.last_name) === normalizeName(lastName),
    normalizeEmail(order.email) === normalizeEmail(email),
  ]
  return same.every(Boolean)
}
