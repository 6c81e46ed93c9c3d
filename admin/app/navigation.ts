import type { AdminRole } from '@shop/contract/admin/session'
import { History, Inbox, type LucideIcon, UserRound } from 'lucide-react'

export type NavigationEntry = {
  /** Below /admin. */
  path: string
  label: string
  icon: LucideIcon
  roles: readonly AdminRole[]
}

const EVERYONE: readonly AdminRole[] = ['owner', 'helper']

/** What the family goes to, the most frequent first. A phone shows the first four and puts the rest under More. */
const NAVIGATION: readonly NavigationEntry[] = [
  { path: '/inquiries', label: 'Inquiries', icon: Inbox, roles: EVERYONE },
  { path: '/changes', label: 'Changes', icon: History, roles: EVERYONE },
  { path: '/account', label: 'Your account', icon: UserRound, roles: EVERYONE },
]

/** The entries of whoever is signed in. */
export function navigationOf(role: AdminRole): readonly NavigationEntry[] {
  return NAVIGATION.filter(({ roles }) => roles.includes(role))
}

/** Places at the bottom of a phone's screen, More among them. */
const PLACES = 5

/** The entries that a phone shows at once, and those behind More. */
export function splitForPhone<Entry>(entries: readonly Entry[]): { shown: readonly Entry[]; more: readonly Entry[] } {
  if (entries.length <= PLACES) return { shown: entries, more: [] }
  return { shown: entries.slice(0, PLACES - 1), more: entries.slice(PLACES - 1) }
}
