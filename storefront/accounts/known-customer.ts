import type { Person, User } from '@shop/contract/accounts'

/** Values that a form takes from the account; empty ones remain editable. */
export function knownCustomer(user: User | null): Partial<Person> {
  if (user === null) return {}
  const { firstName, lastName, email } = user
  return Object.fromEntries(Object.entries({ firstName, lastName, email }).filter(([, value]) => value.trim() !== ''))
}

/** The header's greeting; an account may have no name. */
export function greeting({ firstName }: User): string {
  const name = firstName.trim()
  return name === '' ? 'Welcome' : `Welcome, ${name}`
}

/** Name and e-mail of the account, as far as they exist. */
export function customerLabel({ firstName, lastName, email }: User): string {
  const name = [firstName, lastName].join(' ').trim()
  return name === '' || email === '' ? name || email : `${name} (${email})`
}
