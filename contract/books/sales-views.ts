import { DAY_MS } from '@shop/contract/durations'
import { parseStateCode, US_STATES } from '../address/us-states.ts'
import { keysOf } from '../http/coercion.ts'
import { formatAdminMoney } from '../money.ts'
import { CHANNEL_LABELS, isChannel } from '../orders/admin-values.ts'

/** `time`: the keys are calendar periods, not found in the period before; `goods`: has figures of goods only. */
export const SALES_VIEWS = {
  day: { label: 'Day', head: 'Day', time: true, goods: false },
  week: { label: 'Week', head: 'Week from Sunday', time: true, goods: false },
  month: { label: 'Month', head: 'Month', time: true, goods: false },
  quarter: { label: 'Quarter', head: 'Quarter', time: true, goods: false },
  year: { label: 'Year', head: 'Year', time: true, goods: false },
  product: { label: 'Product', head: 'Product', time: false, goods: true },
  line: { label: 'Line', head: 'Line', time: false, goods: true },
  color: { label: 'Color', head: 'Color', time: false, goods: true },
  state: { label: 'State', head: 'State', time: false, goods: false },
  channel: { label: 'Channel', head: 'Channel', time: false, goods: false },
  tax: { label: 'Tax by quarter and state', head: 'Quarter and state', time: true, goods: false },
} as const
export type SalesGrouping = keyof typeof SALES_VIEWS
export const SALES_GROUPINGS = keysOf(SALES_VIEWS)

export type SalesPeriod = { from: string; to: string }

const SHOWN_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const SHOWN_MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

export function salesLabel(by: SalesGrouping, key: string, name: string | null): string {
  if (by === 'day' || by === 'week') return SHOWN_DAY.format(new Date(key))
  if (by === 'month') return SHOWN_MONTH.format(new Date(`${key}-01`))
  if (by === 'quarter') return quarterLabel(key)
  if (by === 'tax') return `${quarterLabel(key.slice(0, 7))}, ${stateLabel(key.slice(8))}`
  if (by === 'state') return stateLabel(key)
  if (by === 'channel') return isChannel(key) ? CHANNEL_LABELS[key] : 'Unknown'
  if (by === 'line' || by === 'color') return key === '' ? `No ${by}` : key
  return name ?? key
}

export function periodLabel({ from, to }: SalesPeriod): string {
  return `${SHOWN_DAY.format(new Date(from))} to ${SHOWN_DAY.format(new Date(to))}`
}

function quarterLabel(key: string): string {
  return `${key.slice(5)} ${key.slice(0, 4)}`
}

function stateLabel(key: string): string {
  const state = parseStateCode(key)
  return state === null ? 'State unknown' : US_STATES[state]
}

export function weekOf(day: string): string {
  return moved(day, -new Date(day).getUTCDay())
}

/** Lists all keys of a calendar period, also those without sales. */
export function calendarKeys(by: 'day' | 'week' | 'month' | 'quarter' | 'year', { from, to }: SalesPeriod): string[] {
  const keys = new Set<string>()
  for (let day = from; day <= to; day = moved(day, 1)) keys.add(CALENDAR_STEPS[by](day))
  return [...keys]
}

const CALENDAR_STEPS = {
  day: (day: string) => day,
  week: weekOf,
  month: (day: string) => day.slice(0, 7),
  quarter: (day: string) => `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`,
  year: (day: string) => day.slice(0, 4),
}

/** The period before: a month, quarter or year (the same days of it), else as many whole months or days. */
export function periodBefore({ from, to }: SalesPeriod): SalesPeriod {
  const unit = monthsOfPeriod({ from, to })
  if (unit !== null) {
    return {
      from: monthsLater(from, -unit),
      to: to === lastDayOf(from, unit) ? moved(from, -1) : monthsLater(to, -unit),
    }
  }
  const [start, next] = [new Date(from), new Date(moved(to, 1))]
  const before = { to: moved(from, -1) }
  if (start.getUTCDate() !== 1 || next.getUTCDate() !== 1) {
    return { from: moved(from, -Math.round((next.getTime() - start.getTime()) / DAY_MS)), ...before }
  }
  const months = (next.getUTCFullYear() - start.getUTCFullYear()) * 12 + next.getUTCMonth() - start.getUTCMonth()
  return { from: monthsLater(from, -months), ...before }
}

/**
 * Counts the months of a period that starts with a month, quarter or year and fits into it; else `null`. A period from
 * January on is the year so far, unless it is exactly a month or quarter.
 */
export function monthsOfPeriod({ from, to }: SalesPeriod): number | null {
  const month = new Date(from).getUTCMonth()
  if (!from.endsWith('-01') || from === to) return null
  const units = [1, 3, 12].filter((months) => month % months === 0 && to <= lastDayOf(from, months))
  return units.find((months) => month > 0 || months === 12 || to === lastDayOf(from, months)) ?? null
}

function lastDayOf(first: string, months: number): string {
  return moved(monthsLater(first, months), -1)
}

function monthsLater(day: string, months: number): string {
  const date = new Date(day)
  date.setUTCMonth(date.getUTCMonth() + months, 1)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(new Date(day).getUTCDate(), last))
  return dayOf(date)
}

function moved(day: string, days: number): string {
  return dayOf(new Date(Date.parse(day) + days * DAY_MS))
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}

export function changeLabel(
  now: number,
  before: number,
  format: (figure: number) => string = formatAdminMoney,
): string {
  if (before === 0) return now === 0 ? 'unchanged' : 'N/A'
  const sign = now < before ? '−' : '+'
  const change = Math.abs(now - before)
  const percent = ((change / Math.abs(before)) * 100).toFixed(1)
  return change === 0 ? 'unchanged' : `${sign}${format(change)} (${sign}${percent}%)`
}
