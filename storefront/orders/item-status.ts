/** The displayed status: 'cancelled' or 'refunded' in any letter case, otherwise empty (R27). */
export function shownStatus(status: string | null): '' | 'cancelled' | 'refunded' {
  const known = status?.toLowerCase()
  return known === 'cancelled' || known === 'refunded' ? known : ''
}
