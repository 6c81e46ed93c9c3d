import type { Person } from '@shop/contract/accounts/calls'
import { hasWebAddress, NAME_WITH_ADDRESS } from '@shop/contract/text/person-name'
import { nameErrors } from './customer-fields.tsx'

/** Errors of the names of an account. A file of its own, since pages without an account do without its rule. */
export function accountNameErrors(names: Pick<Person, 'firstName' | 'lastName'>): Partial<Person> {
  return {
    ...(hasWebAddress(names.firstName) && { firstName: NAME_WITH_ADDRESS }),
    ...(hasWebAddress(names.lastName) && { lastName: NAME_WITH_ADDRESS }),
    ...nameErrors(names),
  }
}
