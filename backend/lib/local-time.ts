import { localDay } from './local-day.ts'

const SHOWN = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** Day and time where the shop runs, such as `2026-11-27T06:00`. */
export function localTime(time: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${localDay(time)}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** The name of the time zone where the shop runs. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** How far clocks are put back at most, in minutes. */
const SHIFTS = [30, 60, 120]

type ReadTime = { time: Date; note: string | null; problem: null } | { time: null; note: null; problem: string }

/**
 * Reads a day and time where the shop runs. Where clocks are put forward an hour does not exist; where they are put back it
 * occurs twice, and the first is meant. Times as they are stored are compared as texts, which end with the year 9999.
 */
export function readLocalTime(text: string): ReadTime {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = text.split(/\D/).map(Number)
  const time = new Date(year, month - 1, day, hour, minute)
  const asUtc = new Date(Date.UTC(year, month - 1, day, hour, minute))
  const isDay = !Number.isNaN(asUtc.getTime()) && asUtc.toISOString().startsWith(text)
  if (!isDay) return { time: null, note: null, problem: `There is no such day or time as ${text.replace('T', ', ')}.` }
  if (localTime(time) !== text) {
    const problem = `On ${SHOWN.format(time)} the clocks are put forward, so that ${text.slice(11)} does not exist. Please choose another time.`
    return { time: null, note: null, problem }
  }
  if (time.toISOString().startsWith('+')) {
    return { time: null, note: null, problem: `${text.slice(0, 10)} is too late. Please choose an earlier day.` }
  }
  const isTwice = SHIFTS.some((shift) => localTime(new Date(time.getTime() + shift * 60_000)) === text)
  const note = isTwice
    ? `On ${SHOWN.format(time)} the clocks are put back, so that ${text.slice(11)} occurs twice. The first is taken.`
    : null
  return { time, note, problem: null }
}
