import { foldEmail } from '../accounts/fold-email.ts'
import type { StoredOrder } from './orders.repository.ts'

export type Person = { firstName: string; lastName: string; email: string }

/**
 * A name as it is compared: without case, outer blanks, or the difference between ways to type the same letter or
 * apostrophe. Accents stay: they are letters, and one wrong letter finds nothing.
 */
function foldName(name: string): string {
  return name
    .normalize('NFC')
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/[’ʼ‘´`]/gu, "'")
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC')
}

/** Whether an order was placed by this person: first name, last name and e-mail together (R24). */
export function isSamePerson(
  order: Pick<StoredOrder, 'first_name' | 'last_name' | 'email'>,
  { firstName, lastName, email }: Person,
): boolean {
  const same = [
    foldName(order.first_name) === foldName(firstName),
    foldName(order.last_name) === foldName(lastName),
    foldEmail(order.email) === foldEmail(email),
  ]
  return same.every(Boolean)
}
