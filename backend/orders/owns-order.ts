import type { Customer } from '../accounts/accounts.repository.ts'
import { normalizeEmail } from '../accounts/normalize-email.ts'
import type { StoredOrder } from './orders.repository.ts'

/**
 * Whether an order is a customer's: by its customer number, or placed as a guest with the address that the customer has
 * confirmed.
 */
export function ownsOrder(
  { customer_id, email_folded, email_confirmed_at }: Customer,
  order: Pick<StoredOrder, 'customer_id' | 'email'>,
): boolean {
  if (order.customer_id !== null) return order.customer_id === customer_id
  return email_confirmed_at !== null && normalizeEmail(order.email) === email_folded
}
