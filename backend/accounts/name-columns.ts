import type { Person } from '@shop/contract/accounts'
import type { Customer } from './accounts.repository.ts'

/** The names of a customer as they are stored: in one Unicode form, so that equal names have equal text. */
export function nameColumns({
  firstName,
  lastName,
}: Pick<Person, 'firstName' | 'lastName'>): Pick<Customer, 'first_name' | 'last_name'> {
  return { first_name: firstName.normalize('NFC'), last_name: lastName.normalize('NFC') }
}
