import { findInstants, shopTime, startOfDay } from '@shop/contract/settings/time-zone'
import { formatDay } from './local-day.ts'
import { shopZone } from './shop-zone.ts'

export function localTime(time: Date): string {
  return shopTime(time, shopZone())
}

export function startOfLocalDay(day: string): Date {
  return startOfDay(day, shopZone())
}

/** An hour of a calendar day in the shop's time zone; the day's beginning where clocks skip it. */
export function hourOf(day: string, hour: number): Date {
  return findInstants(`${day}T${String(hour).padStart(2, '0')}:00`, shopZone())[0] ?? startOfLocalDay(day)
}

/** For what is known by its day only. */
export function noonOf(day: string): Date {
  return hourOf(day, 12)
}

type ReadTime = { time: Date; note: string | null; problem: null } | { time: null; note: null; problem: string }

/** A skipped hour is a problem; of a repeated one the first is meant. Years end with 9999, as times sort as texts. */
export function parseLocalTime(text: string): ReadTime {
  if (!isClockTime(text)) return problemOf(`There is no such day or time as ${text.replace('T', ', ')}.`)
  const [time, second] = findInstants(text, shopZone())
  const [day, hour] = [text.slice(0, 10), text.slice(11)]
  if (time === undefined) {
    return problemOf(
      `On ${formatDay(day)} the clocks go forward, so ${hour} doesn’t exist. Please choose another time.`,
    )
  }
  if (time.toISOString().startsWith('+')) return problemOf(`${day} is too late. Please choose an earlier day.`)
  const note =
    second === undefined ? null : `On ${formatDay(day)} the clocks go back, so ${hour} occurs twice. We use the first.`
  return { time, note, problem: null }
}

/** Whether a text such as `2026-11-27T06:00` is a day of the calendar and a time of the day. */
function isClockTime(text: string): boolean {
  const time = new Date(`${text}Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

function problemOf(problem: string): ReadTime {
  return { time: null, note: null, problem }
}
