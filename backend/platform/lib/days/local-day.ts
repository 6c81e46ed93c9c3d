import { DAY_MS } from '@shop/contract/durations'
import { shopDay } from '@shop/contract/settings/time-zone'
import { shopZone } from './shop-zone.ts'

/** The calendar day in the shop's time zone (R55), such as `2026-11-21`. */
export function localDay(time: Date): string {
  return shopDay(time, shopZone())
}

const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const SHOWN_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

export function formatDay(day: string): string {
  return SHOWN_DAY.format(new Date(day))
}

export function formatLongDay(day: string): string {
  return LONG_DAY.format(new Date(day))
}
