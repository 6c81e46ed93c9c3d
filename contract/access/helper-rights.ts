import { keysOf } from '../http/coercion.ts'

/** The rights that owners may give a helper, each with its label. Everything else is for owners only. */
export const HELPER_RIGHTS = {
  orders: { label: 'Orders', hint: 'Enter and ship orders, cancel items, receive returns, see customers.' },
  products: { label: 'Products', hint: 'Products, prices, stock and pictures, and what people look for.' },
  inquiries: { label: 'Inquiries', hint: 'Read and answer them.' },
  pages: { label: 'Pages', hint: 'Texts and pictures of Home, About, the return policy and help with orders.' },
  books: { label: 'Sales', hint: 'See what was sold and refunded, and download it as a spreadsheet.' },
} as const

export type HelperRight = keyof typeof HELPER_RIGHTS
export const RIGHT_NAMES = keysOf(HELPER_RIGHTS)

export const DEFAULT_RIGHTS: readonly HelperRight[] = ['orders', 'products', 'inquiries']

/** Who may do something: everyone signed in, owners only, or also helpers with one of these rights. */
export type Need = 'nothing' | 'owner' | readonly HelperRight[]

export type Person = { role: 'owner' | 'helper'; rights: readonly HelperRight[] }

export function isAllowed(need: Need, { role, rights }: Person): boolean {
  if (role === 'owner' || need === 'nothing') return true
  return need !== 'owner' && need.some((right) => rights.includes(right))
}

export function toRights(names: readonly string[]): HelperRight[] {
  return RIGHT_NAMES.filter((right) => names.includes(right))
}

export function nameRights(rights: readonly HelperRight[]): string {
  return rights.map((right) => HELPER_RIGHTS[right].label).join(', ') || 'Nothing yet'
}
