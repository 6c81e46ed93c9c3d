import { DAY_MS } from '@shop/contract/durations'
/** The default (R55). */
export const DEFAULT_TIME_ZONE = 'America/New_York'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format costs a thousand times its use. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const two = '2-digit'
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
    ...{ year: 'numeric', month: two, day: two, hour: two, minute: two, second: two },
  })
  formats.set(zone, format)
  return format
}

/** Whether it is a named zone such as `America/New_York`, which unlike `-05:00` knows daylight saving time. */
export function isTimeZone(name: string): boolean {
  if (!/^([A-Za-z_]+\/[\w+/-]+|UTC)$/.test(name)) return false
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** The clock time of a zone, as if it were UTC, in milliseconds. */
function clockTime(instant: number, zone: string): number {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

let lastDay = { zone: '', minute: Number.NaN, day: '' }

/** The calendar day such as `2026-11-21` in a time zone. Every request asks for it, so it is cached for its minute. */
export function shopDay(instant: Date, zone: string): string {
  const minute = Math.floor(instant.getTime() / 60_000)
  if (lastDay.zone !== zone || lastDay.minute !== minute)
    lastDay = { zone, minute, day: shopTime(instant, zone).slice(0, -6) }
  return lastDay.day
}

/** Day and time in a time zone, such as `2026-11-27T06:00`. */
export function shopTime(instant: Date, zone: string): string {
  return new Date(clockTime(instant.getTime(), zone)).toISOString().replace(/:\d\d\.\d{3}Z$/, '')
}

/** The instants of a clock time such as `2026-11-27T06:00`: none where clocks skip it, two where they repeat it. */
export function findInstants(local: string, zone: string): Date[] {
  const shown = Date.parse(`${local}Z`)
  const found = offsetsAround(shown, zone).map((offset) => new Date(shown - offset))
  return found.filter((instant) => shopTime(instant, zone) === local)
}

/** The start of a calendar day; if its midnight is skipped, the moment when clocks go forward. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = Date.parse(day)
  const before = offsetsAround(midnight, zone).at(-1) ?? 0
  return findInstants(`${day}T00:00`, zone)[0] ?? new Date(midnight - before)
}

/** The offsets from UTC the day before and after, in milliseconds, the larger first. */
function offsetsAround(shown: number, zone: string): number[] {
  const offsets = [-DAY_MS, DAY_MS].map((away) => clockTime(shown + away, zone) - (shown + away))
  return [...new Set(offsets)].sort((one, other) => other - one)
}
