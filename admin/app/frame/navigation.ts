import { isAllowed, type Need, type Person } from '@shop/contract/access/helper-rights'
import type { Session } from '@shop/contract/access/session'
import {
  Archive,
  ChartColumn,
  CreditCard,
  FileText,
  History,
  House,
  Inbox,
  type LucideIcon,
  MailWarning,
  Package,
  Receipt,
  ScanSearch,
  Settings,
  Tag,
  TicketPercent,
  UserRound,
  UsersRound,
} from 'lucide-react'

export type NavigationEntry = {
  /** Path below /admin. */
  path: string
  label: string
  icon: LucideIcon
  needs: Need
  /** Absent in a shop where no order was ever placed by card. */
  needsPayments?: true
}

/** Entries of the navigation, most used first. A phone shows the first four, the others under More. */
const NAVIGATION: readonly NavigationEntry[] = [
  { path: '/', label: 'Today', icon: House, needs: 'nothing' },
  { path: '/inquiries', label: 'Inquiries', icon: Inbox, needs: ['inquiries'] },
  { path: '/orders', label: 'Orders', icon: Package, needs: ['orders'] },
  { path: '/products', label: 'Products', icon: Tag, needs: ['products'] },
  { path: '/customers', label: 'Customers', icon: UsersRound, needs: ['orders'] },
  { path: '/payments', label: 'Payments', icon: CreditCard, needs: 'owner', needsPayments: true },
  { path: '/sales', label: 'Sales', icon: Receipt, needs: ['books'] },
  { path: '/discounts', label: 'Discount codes', icon: TicketPercent, needs: 'owner' },
  { path: '/pages', label: 'Pages', icon: FileText, needs: ['pages'] },
  { path: '/mails', label: 'Unsent emails', icon: MailWarning, needs: ['orders', 'inquiries'] },
  { path: '/wanted', label: 'What people look for', icon: ScanSearch, needs: ['products'] },
  { path: '/visits', label: 'Visits', icon: ChartColumn, needs: ['products'] },
  { path: '/changes', label: 'Changes', icon: History, needs: 'nothing' },
  { path: '/settings', label: 'Settings', icon: Settings, needs: 'owner' },
  { path: '/backups', label: 'Backups', icon: Archive, needs: 'owner' },
  { path: '/account', label: 'Your account', icon: UserRound, needs: 'nothing' },
]

/** Pages that no entry leads to by its path. */
const OTHER_PAGES: readonly Pick<NavigationEntry, 'path' | 'label' | 'needs'>[] = [
  { path: '/mail-texts', label: 'Email templates', needs: 'owner' },
  { path: '/lines', label: 'Lines and colors', needs: ['products'] },
  { path: '/several', label: 'Bulk edit', needs: ['products'] },
]

export function navigationOf(session: Session): readonly NavigationEntry[] {
  return NAVIGATION.filter(({ needs, needsPayments }) => {
    return isAllowed(needs, session) && (session.has_payments || !needsPayments)
  })
}

/** The entry that a page belongs to; `undefined` for an address without a page. */
export function findPage(pathname: string): Pick<NavigationEntry, 'path' | 'label' | 'needs'> | undefined {
  return [...NAVIGATION, ...OTHER_PAGES].find((entry) => leadsTo([entry], pathname))
}

/** Why someone may not use a page, and its name; `null` if they may, or where there is none. */
export function refusalOf(pathname: string, person: Person): { label: string; reason: string } | null {
  const page = findPage(pathname)
  if (page === undefined || isAllowed(page.needs, person)) return null
  const reason =
    page.needs === 'owner'
      ? 'Only owners can use this page.'
      : 'You don’t have access to this page. An owner can change that under Settings.'
  return { label: page.label, reason }
}

/** Whether one of the entries leads to a page, or to one that the page belongs to. */
export function leadsTo(entries: readonly Pick<NavigationEntry, 'path'>[], pathname: string): boolean {
  return entries.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
}

/** Slots of the bottom bar on a phone, including More. */
const MAX_TAB_BAR_PLACES = 5

/** The entries shown in a phone's bottom bar, and those under More. */
export function splitForPhone<Entry>(entries: readonly Entry[]): { shown: readonly Entry[]; more: readonly Entry[] } {
  if (entries.length <= MAX_TAB_BAR_PLACES) return { shown: entries, more: [] }
  return { shown: entries.slice(0, MAX_TAB_BAR_PLACES - 1), more: entries.slice(MAX_TAB_BAR_PLACES - 1) }
}
