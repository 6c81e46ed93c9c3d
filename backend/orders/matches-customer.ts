import { normalizeEmail } from '../accounts/normalize-email.ts'
import { normalizeName } from '../accounts/normalize-name.ts'
import type { StoredOrder } from './orders.repository.ts'

export type VisitorIdentity = { firstName: string; lastName: string; email: string }

/** Whether an order was placed by this person: first name, last name and e-mail together (R24). */
export function matchesCustomer(
  order: Pick<StoredOrder, 'first_name' | 'last_name' | 'email'>,
  { firstName, lastName, email }: VisitorIdentity,
): boolean {
  const same = [
    normalizeName(order.first_name) === normalizeName(firstName),
    normalizeName(order.last_name) === normalizeName(lastName),
    normalizeEmail(order.email) === normalizeEmail(email),
  ]
  return same.every(Boolean)
}
