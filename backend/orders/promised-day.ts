import { addBusinessDays } from '@shop/contract/delivery/rules'
import { addDays } from '../platform/lib/days/local-day.ts'
import type { StoredOrder } from './orders.repository.ts'

/** 16 CFR 435.2: days to ship without a promise, and the longest delay that silence agrees to. */
export const LAW_DAYS = 30

/** Ship-by day: the order date plus business days from the settings. */
export function shipDayOf(orderDate: string, shipDays: number): string {
  return addBusinessDays(orderDate, shipDays)
}

/**
 * The delivery estimate to show beside a ship-by day; `null` if goods shipped by then cannot have arrived. The
 * checkout's estimate counts from the order date (section 9) and may be earlier: Settings reports an option that
 * `arrivesTooSoon`.
 */
export function deliveryBeside(shipBy: string | null, estimate: string | null): string | null {
  return estimate !== null && (shipBy === null || estimate > shipBy) ? estimate : null
}

/** The last day to ship: the one that the shopper was told, or that of the settings, but no later than the law's. */
export function promisedDay(
  { order_date, ship_by }: Pick<StoredOrder, 'order_date' | 'ship_by'>,
  shipDays: number,
): string {
  if (ship_by !== null) return ship_by
  const [own, law] = [shipDayOf(order_date, shipDays), addDays(order_date, LAW_DAYS)]
  return own < law ? own : law
}

/** The last order date that should have shipped before `today`, if no mail had another day. */
export function lastOverdueDay(today: string, shipDays: number): string {
  let day = addDays(today, -1)
  while (promisedDay({ order_date: day, ship_by: null }, shipDays) >= today) day = addDays(day, -1)
  return day
}
