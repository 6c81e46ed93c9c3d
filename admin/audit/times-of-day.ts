/**
 * When a calendar day and the one after it begin, in the user's time zone, which is that of the times on the screen;
 * `null` when it is no day.
 */
export function timesOfDay(day: string): { from: string; until: string } | null {
  const start = new Date(`${day}T00:00`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(start.getTime())) return null
  const end = new Date(start)
  end.setDate(end.getDate() + 1)
  return { from: start.toISOString(), until: end.toISOString() }
}
