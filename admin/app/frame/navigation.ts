import { isAllowed, type Need, type Person } from '@shop/contract/access/helper-rights'
import type { Session } from '@shop/contract/access/session'
import type { LucideIcon } from 'lucide-react'

/** A noun of the admin: its page, and all that are below it. */
export type Noun = {
  /** Path below /admin. */
  path: string
  label: string
  /** Those without one are not in the menu: another page leads to them. */
  icon?: LucideIcon
  needs: Need
  /** In the menu only of a shop where an order was placed by card at some time. */
  needsPayments?: true
}

export type MenuEntry = Noun & { icon: LucideIcon }

/** The nouns that the menu of a person has, in their order. */
export function menuOf(nouns: readonly Noun[], session: Session): readonly MenuEntry[] {
  return nouns.filter(
    (noun): noun is MenuEntry =>
      noun.icon !== undefined && isAllowed(noun.needs, session) && (session.has_payments || !noun.needsPayments),
  )
}

/** Why someone may not use a page, and the name of its noun; `null` if they may, or where there is none. */
export function explainRefusal(
  nouns: readonly Noun[],
  pathname: string,
  person: Person,
): { label: string; reason: string } | null {
  const noun = nouns.find((one) => leadsTo([one], pathname))
  if (noun === undefined || isAllowed(noun.needs, person)) return null
  const reason =
    noun.needs === 'owner'
      ? 'Only owners can use this page.'
      : 'You don’t have access to this page. An owner can change that under Settings.'
  return { label: noun.label, reason }
}

/** Whether one of the entries leads to a page, or to one that the page belongs to. */
export function leadsTo(entries: readonly Pick<Noun, 'path'>[], pathname: string): boolean {
  return entries.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
}

/** Slots of the bottom bar on a phone, including More. */
const MAX_TAB_BAR_PLACES = 5

/** The entries shown in a phone's bottom bar, and those under More. */
export function splitForPhone<Entry>(entries: readonly Entry[]): { shown: readonly Entry[]; more: readonly Entry[] } {
  if (entries.length <= MAX_TAB_BAR_PLACES) return { shown: entries, more: [] }
  return { shown: entries.slice(0, MAX_TAB_BAR_PLACES - 1), more: entries.slice(MAX_TAB_BAR_PLACES - 1) }
}
