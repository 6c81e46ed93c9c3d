import type { AdminRole, Session } from '@shop/contract/admin/session'
import {
  Archive,
  Backpack,
  ChartColumn,
  CreditCard,
  History,
  House,
  Inbox,
  type LucideIcon,
  MailWarning,
  Package,
  Receipt,
  ScanSearch,
  Settings,
  UserRound,
} from 'lucide-react'

export type NavigationEntry = {
  /** Path below /admin. */
  path: string
  label: string
  icon: LucideIcon
  roles: readonly AdminRole[]
  /** Absent in a shop where no order was ever placed by card. */
  needsPayments?: true
}

const EVERYONE: readonly AdminRole[] = ['owner', 'helper']

/** Entries of the navigation, most used first. A phone shows the first four, the others under More. */
const NAVIGATION: readonly NavigationEntry[] = [
  { path: '/', label: 'Today', icon: House, roles: EVERYONE },
  { path: '/inquiries', label: 'Inquiries', icon: Inbox, roles: EVERYONE },
  { path: '/orders', label: 'Orders', icon: Package, roles: EVERYONE },
  { path: '/products', label: 'Products', icon: Backpack, roles: EVERYONE },
  { path: '/payments', label: 'Payments', icon: CreditCard, roles: ['owner'], needsPayments: true },
  { path: '/sales', label: 'Sales', icon: Receipt, roles: ['owner'] },
  { path: '/mails', label: 'Unsent mails', icon: MailWarning, roles: EVERYONE },
  { path: '/wanted', label: 'What people look for', icon: ScanSearch, roles: EVERYONE },
  { path: '/visits', label: 'Visits', icon: ChartColumn, roles: EVERYONE },
  { path: '/changes', label: 'Changes', icon: History, roles: EVERYONE },
  { path: '/settings', label: 'Settings', icon: Settings, roles: ['owner'] },
  { path: '/backups', label: 'Backups', icon: Archive, roles: ['owner'] },
  { path: '/account', label: 'Your account', icon: UserRound, roles: EVERYONE },
]

export function navigationOf({ role, has_payments }: Session): readonly NavigationEntry[] {
  return NAVIGATION.filter(({ roles, needsPayments }) => roles.includes(role) && (has_payments || !needsPayments))
}

/** Whether one of the entries leads to a page, or to one that the page belongs to. */
export function leadsTo(entries: readonly Pick<NavigationEntry, 'path'>[], pathname: string): boolean {
  return entries.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
}

/** Slots of the bottom bar on a phone, including More. */
const PLACES = 5

/** The entries shown in a phone's bottom bar, and those under More. */
export function splitForPhone<Entry>(entries: readonly Entry[]): { shown: readonly Entry[]; more: readonly Entry[] } {
  if (entries.length <= PLACES) return { shown: entries, more: [] }
  return { shown: entries.slice(0, PLACES - 1), more: entries.slice(PLACES - 1) }
}
