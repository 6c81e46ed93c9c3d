import type { User } from '@shop/contract/accounts'

type Person = { firstName: string; lastName: string; email: string }

/** What a form need not ask a signed-in customer; a field that the account leaves empty stays theirs to fill. */
export function knownCustomer(user: User | null): Partial<Person> {
  if (user === null) return {}
  const { firstName, lastName, email } = user
  return Object.fromEntries(Object.entries({ firstName, lastName, email }).filter(([, value]) => value.trim() !== ''))
}

/** What the header says to a signed-in customer (section 2); an account may be without a name. */
export function greeting({ firstName }: User): string {
  const name = firstName.trim()
  return name === '' ? 'Welcome' : `Welcome, ${name}`
}

/** Who is signed in, by name and e-mail as far as the account holds them. */
export function customerLabel({ firstName, lastName, email }: User): string {
  const name = [firstName, lastName].join(' ').trim()
  return name === '' || email === '' ? name || email : `${name} (${email})`
}
