import { formatDay } from '../../ui/format-time.ts'

/** From when to when a sale is on: `Nov 27, 2026 to Nov 30, 2026`. */
export function describeDays({ from, until }: { from: string | null; until: string | null }): string {
  if (from === null) return until === null ? 'Until you end it' : `Until ${formatDay(until)}`
  return until === null ? `From ${formatDay(from)}` : `${formatDay(from)} to ${formatDay(until)}`
}
