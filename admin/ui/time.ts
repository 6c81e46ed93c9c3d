import { useInterval } from '@mantine/hooks'
import { DAY_MS, MINUTE_MS } from '@shop/contract/durations'
import { DEFAULT_TIME_ZONE, isTimeZone, shopDay, shopTime, startOfDay } from '@shop/contract/settings/time-zone'
import { useState } from 'react'

let zone: string = DEFAULT_TIME_ZONE

/** From now on days and times are those of the shop, whatever this device says (R55). */
export function setTimeZone(name: string): void {
  if (isTimeZone(name)) zone = name
}

/** For example `Nov 22, 2026, 5:04 PM`, where the shop is; it breaks only between day and time. */
export function formatTime(iso: string): string {
  const time = new Date(iso)
  return Number.isNaN(time.getTime()) ? '' : formatLocalTime(shopTime(time, zone))
}

/** The calendar day of a time where the shop is, such as `2026-11-21`. */
export function dayOf(iso: string): string {
  return shopDay(new Date(iso), zone)
}

/** When a calendar day and the one after it begin where the shop is; `null` when it is no day. */
export function timesOfDay(day: string): { from: string; until: string } | null {
  const midnight = Date.parse(day)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(midnight)) return null
  const next = shopDay(new Date(midnight + DAY_MS), 'UTC')
  return { from: startOfDay(day, zone).toISOString(), until: startOfDay(next, zone).toISOString() }
}

const DAY_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** For example `Nov 22, 2026`: a calendar day, the same in every time zone (R44); it never breaks. */
export function formatDay(day: string): string {
  const date = new Date(day)
  return Number.isNaN(date.getTime()) ? '' : unbroken(DAY_FORMAT.format(date))
}

const CLOCK_FORMAT = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' })

/** For example `Nov 27, 2026, 6:00 AM` for `2026-11-27T06:00`, a day and time where the shop is. */
export function formatLocalTime(local: string): string {
  const time = new Date(`${local}Z`)
  return Number.isNaN(time.getTime()) ? '' : `${formatDay(local.slice(0, 10))}, ${unbroken(CLOCK_FORMAT.format(time))}`
}

function unbroken(text: string): string {
  return text.replaceAll(/\s/g, '\u00a0')
}

/** The calendar day where the shop is, such as `2026-11-21`. */
export function today(): string {
  return shopDay(new Date(), zone)
}

/** The time in milliseconds, to the minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true })
  return now
}
