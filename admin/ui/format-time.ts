const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** For example `Nov 22, 2026, 5:04 PM`, in the user's time zone. */
export function formatTime(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? '' : TIME.format(time)
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** For example `Nov 22, 2026`: a calendar day, the same in every time zone (R44). */
export function formatDay(day: string): string {
  const date = new Date(day)
  return Number.isNaN(date.getTime()) ? '' : DAY.format(date)
}
