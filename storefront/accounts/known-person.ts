import type { User } from '@shop/contract/accounts'

type Person = { firstName: string; lastName: string; email: string }

/** What a form need not ask a signed-in customer; a field that the account leaves empty stays theirs to fill. */
export function knownPerson(user: User | null): Partial<Person> {
  if (user === null) return {}
  const { firstName, lastName, email } = user
  return Object.fromEntries(Object.entries({ firstName, lastName, email }).filter(([, value]) => value.trim() !== ''))
}
