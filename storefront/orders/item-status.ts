/** The status as it is shown: 'cancelled' and 'refunded' only, in any letter case, everything else empty (R27). */
export function shownStatus(status: string | null): '' | 'cancelled' | 'refunded' {
  const known = status?.toLowerCase()
  return known === 'cancelled' || known === 'refunded' ? known : ''
}
