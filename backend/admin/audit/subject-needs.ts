import { isAllowed, type Need, type Person } from '@shop/contract/access/helper-rights'

/** The right needed to see a change in the log, and to undo it, by the kind of its subject; other kinds are for owners. */
const SUBJECT_NEEDS: Readonly<Record<string, Need>> = {
  customer: ['orders'],
  order: ['orders'],
  orders: ['orders'],
  product: ['products'],
  products: ['products'],
  catalog: ['products'],
  picture: ['products', 'pages'],
  page: ['pages'],
  waitlist: ['products'],
  inquiry: ['inquiries'],
  mail: ['orders', 'inquiries'],
}

export function maySeeSubject(kind: string, person: Person): boolean {
  return isAllowed(Object.hasOwn(SUBJECT_NEEDS, kind) ? (SUBJECT_NEEDS[kind] ?? 'owner') : 'owner', person)
}

/** The kinds of changes that someone sees; `undefined` for all of them. */
export function visibleSubjects(person: Person): string[] | undefined {
  if (person.role === 'owner') return undefined
  return Object.keys(SUBJECT_NEEDS).filter((kind) => maySeeSubject(kind, person))
}
