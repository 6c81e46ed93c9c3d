import { useEffect, useState } from 'react'

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

const CLOCK = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' })

/** For example `Nov 27, 2026, 6:00 AM` for `2026-11-27T06:00`, a day and time where the shop runs. */
export function formatLocalTime(local: string): string {
  const time = new Date(`${local}Z`)
  return Number.isNaN(time.getTime()) ? '' : `${formatDay(local.slice(0, 10))}, ${unbroken(CLOCK.format(time))}`
}

function unbroken(text: string): string {
  return text.replaceAll(/\s/g, '\u00a0')
}

/** The calendar day of this device, such as `2026-11-21`. */
export function today(): string {
  const now = new Date()
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

const MINUTE = 60_000

/** The time in milliseconds, to the minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return now
}
