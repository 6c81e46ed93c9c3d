const DAY_MS = 24 * 60 * 60 * 1000

/** A year, a month or a day of the calendar, which `Date` takes for midnight UTC. */
const PLAIN_DAY = /^\d{4}(-\d{2}){0,2}$/
/** A time stamp that was written in UTC. */
const IN_UTC = /(?:Z|GMT|UTC|[+-]00(?::?00)?)$/i

/**
 * A date as the shop shows it, `11/21/2026`; `null` when it cannot be read. A plain date, or a time stamp at midnight
 * UTC, is that calendar day everywhere (R44); any other time is the shopper's own day.
 */
export function formatDate(value: string | null): string | null {
  if (value === null) return null
  const date = new Date(value)
  if (Number.isNaN(date.getTime()) || !isOnCalendar(value)) return null
  const isCalendarDay = PLAIN_DAY.test(value) || (IN_UTC.test(value) && date.getTime() % DAY_MS === 0)
  return isCalendarDay
    ? `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`
    : `${date.getMonth() + 1}/${date.getDate()}/${date.getFullYear()}`
}

/** `Date` reads the 31st of February as a day in March. */
function isOnCalendar(value: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(value) ?? []
  if (day === undefined) return true
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)
}
