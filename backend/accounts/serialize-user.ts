import type { User } from '@shop/contract/accounts'
import type { Customer } from './accounts.repository.ts'

/** A customer as the calls carry it. */
export function serializeUser({ customer_id, first_name, last_name, email }: Customer): User {
  return { customer_id, firstName: first_name, lastName: last_name, email }
}
