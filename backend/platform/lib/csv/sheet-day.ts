import { shopDay } from '@shop/contract/settings/time-zone'

/** Which part of `10/1/2025` is the month, as far as a column tells. */
export type DayOrder = 'month first' | 'day first'

const NUMERIC_DAY = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/
const YEAR_FIRST = /^(\d{4})(?:([/.-])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2}))$/
const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The order in all days of a table: 13 or more is no month. Unknown, days with dots can't be parsed. */
export function findDayOrder(days: Iterable<string>): DayOrder | null {
  for (const day of days) {
    const [, first, , second] = NUMERIC_DAY.exec(withoutTime(day)) ?? []
    if (Number(first) > 12) return 'day first'
    if (Number(second) > 12) return 'month first'
  }
  return null
}

/**
 * Parses a day such as `11/27/26`, `Nov 27, 2026` and `2026-11-27T09:30:00Z` to `2026-11-27`; other text stays. A time
 * with a zone keeps its own day; an instant in UTC gets the day in `zone`.
 */
export function parseSheetDay(text: string, order: DayOrder | null, zone: string): string {
  const time = TIME_OF_DAY.exec(text)
  const day = parseDay(withoutTime(text), order)
  if (day === null) return text
  const instant = time !== null && UTC_SUFFIX.test(time[5] ?? '') ? instantOf(day, time) : null
  return instant === null ? day : shopDay(instant, zone)
}

/** `null` when ambiguous. */
function parseDay(text: string, order: DayOrder | null): string | null {
  const numbers = NUMERIC_DAY.exec(text)
  if (numbers !== null) return fromNumbers(numbers, order)
  const [, year, , month, day, together, last] = YEAR_FIRST.exec(text) ?? []
  return year === undefined ? (fromMonthName(text) ?? text) : toDay([year, month ?? together ?? '', day ?? last ?? ''])
}

function instantOf(day: string, [, hours, minutes, seconds = '0', half]: RegExpExecArray): Date | null {
  const start = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(start.getTime()) || !start.toISOString().startsWith(day)) return null
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)
  return new Date(start.getTime() + ((hour * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000)
}

function fromNumbers([, first = '', sign, second = '', year = '']: RegExpExecArray, order: DayOrder | null) {
  // Outside the United States the day comes first; dots suggest that, but don't prove it.
  if (sign === '.' && order === null) return null
  return order === 'day first' ? toDay([year, second, first]) : toDay([year, first, second])
}

/** Such as `Nov 27, 2026`, `Friday, November 27, 2026` and `27-Nov-26`. */
function fromMonthName(text: string): string | null {
  const words = text
    .replace(/(?<=\d)(?:st|nd|rd|th)\b/g, '')
    .split(/[\s,.-]+/)
    .filter((word) => word !== '' && !/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}$/i.test(word))
  const place = words.findIndex((word) => /^[a-z]{3,9}$/i.test(word))
  const month = MONTH_NAMES.indexOf(words[place]?.slice(0, 3).toLowerCase() ?? '')
  const [first = '', year = '', ...rest] = words.filter((_, index) => index !== place)
  if (words.length !== 3 || place > 1 || month === -1 || rest.length > 0) return null
  return /^\d{1,2}$/.test(first) && /^(?:\d{4}|\d{2})$/.test(year) ? toDay([year, String(month + 1), first]) : null
}

function toDay([year = '', month = '', day = '']: readonly string[]): string {
  return `${year.length === 2 ? `${Number(year) < 70 ? 20 : 19}${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** Removes a time of day with its zone. */
function withoutTime(text: string): string {
  const [found] = TIME_OF_DAY.exec(text) ?? []
  return found === undefined ? text : text.slice(0, -found.length).trimEnd().replace(/,$/, '')
}

const TIME_OF_DAY =
  /(?:T|[ ,](?:at )?)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?: ?([AP])\.?M\.?)?(?: ?(Z|UTC|(?:GMT)?[+-]\d{2}:?\d{2}|[A-Z]{2,4}))?(?: \([A-Za-z ]{1,40}\))?$/i
const UTC_SUFFIX = /^(?:Z|UTC|GMT|(?:GMT)?[+-]00:?00)$/i
