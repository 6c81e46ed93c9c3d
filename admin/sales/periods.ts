import { monthsOfPeriod, type SalesPeriod } from '@shop/contract/books/sales-views'
import { keysOf } from '@shop/contract/http/coercion'

/** The periods that are chosen by name. `months` is how long one is, and `ago` how many of it lie between it and today. */
const PERIODS = {
  'This month': { months: 1, ago: 0 },
  'Last month': { months: 1, ago: 1 },
  'This quarter': { months: 3, ago: 0 },
  'Last quarter': { months: 3, ago: 1 },
  'This year': { months: 12, ago: 0 },
  'Last year': { months: 12, ago: 1 },
} as const
type PeriodName = keyof typeof PERIODS
export const PERIOD_NAMES = keysOf(PERIODS)

/** The days of a period; one that has not ended ends today. */
export function periodOf(name: PeriodName, today: string): SalesPeriod {
  const { months, ago } = PERIODS[name]
  const [year = 0, month = 1] = today.split('-').map(Number)
  const first = month - 1 - ((month - 1) % months) - ago * months
  const day = (ofMonth: number, ofDay: number) => new Date(Date.UTC(year, ofMonth, ofDay)).toISOString().slice(0, 10)
  return { from: day(first, 1), to: ago === 0 ? today : day(first + months, 0) }
}

/** The name of these days, of several that are the same the one by which they are compared; `null` where they have none. */
export function periodName({ from, to }: SalesPeriod, today: string): PeriodName | null {
  const compared = monthsOfPeriod({ from, to })
  const isIt = (name: PeriodName) => {
    const period = periodOf(name, today)
    return PERIODS[name].months === compared && period.from === from && period.to === to
  }
  return PERIOD_NAMES.find(isIt) ?? null
}
