import { keysOf } from '../http/coercion.ts'

/** What owners may let a helper do, each with the words that people read. All else is for owners alone. */
export const HELPER_RIGHTS = {
  orders: { label: 'Orders', hint: 'Take and ship them, cancel items, receive returns, see customers.' },
  products: { label: 'Products', hint: 'Goods, prices, stock and pictures, and what shoppers look for.' },
  inquiries: { label: 'Inquiries', hint: 'Read and answer them.' },
  pages: { label: 'Pages', hint: 'What Home, About, the return policy and the questions about orders say.' },
  books: { label: 'Sales', hint: 'See what was sold and refunded, and download it as a spreadsheet.' },
} as const

export type HelperRight = keyof typeof HELPER_RIGHTS
export const RIGHT_NAMES = keysOf(HELPER_RIGHTS)

/** Rights of a helper who was invited without a choice. */
export const FIRST_RIGHTS: readonly HelperRight[] = ['orders', 'products', 'inquiries']

/** Who may do something: everybody who is signed in, owners alone, or besides them helpers with one of these rights. */
export type Need = 'nothing' | 'owner' | readonly HelperRight[]

export type Person = { role: 'owner' | 'helper'; rights: readonly HelperRight[] }

/** Whether somebody has what is needed. */
export function isAllowed(need: Need, { role, rights }: Person): boolean {
  if (role === 'owner' || need === 'nothing') return true
  return need !== 'owner' && need.some((right) => rights.includes(right))
}

/** In the order of the list, without repetitions and unknown names. */
export function toRights(names: readonly string[]): HelperRight[] {
  return RIGHT_NAMES.filter((right) => names.includes(right))
}

/** For example "Orders, Products". */
export function nameRights(rights: readonly HelperRight[]): string {
  return rights.map((right) => HELPER_RIGHTS[right].label).join(', ') || 'Nothing yet'
}
