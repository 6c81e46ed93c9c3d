const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** For example `Nov 22, 2026, 5:04 PM`, in the user's time zone; it breaks only between day and time. */
export function formatTime(iso: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return ''
  return unbroken(TIME.format(time)).replace(/,\u00a0(?=\d{1,2}:)/, ', ')
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** For example `Nov 22, 2026`: a calendar day, the same in every time zone (R44); it never breaks. */
export function formatDay(day: string): string {
  const date = new Date(day)
  return Number.isNaN(date.getTime()) ? '' : unbroken(DAY.format(date))
}

function unbroken(text: string): string {
  return text.replaceAll(/\s/g, '\u00a0')
}
