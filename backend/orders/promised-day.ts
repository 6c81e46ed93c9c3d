import { addBusinessDays } from '@shop/contract/delivery'
import { addDays, localDay } from '../lib/local-day.ts'
import type { StoredOrder } from './orders.repository.ts'

/** Without a promise an order ships within so many days (16 CFR 435.2). */
const LAW_DAYS = 30

/** The day until which an order of a day ships, so many business days later. */
export function shipDayOf(orderDate: string, shipDays: number): string {
  return localDay(addBusinessDays(new Date(`${orderDate}T00:00:00`), shipDays))
}

/**
 * The last day on which an order may ship: the one that the shopper was told; without one that of the setting, and at the
 * latest that of the law.
 */
function promisedDay({ order_date, ship_by }: Pick<StoredOrder, 'order_date' | 'ship_by'>, shipDays: number): string {
  if (ship_by !== null) return ship_by
  const [own, law] = [shipDayOf(order_date, shipDays), addDays(order_date, LAW_DAYS)]
  return own < law ? own : law
}

/** The last day whose orders, if no mail named another, should have shipped before `now`. */
export function lastOverdueDay(now: Date, shipDays: number): string {
  const today = localDay(now)
  let day = addDays(today, -1)
  while (promisedDay({ order_date: day, ship_by: null }, shipDays) >= today) day = addDays(day, -1)
  return day
}
