import { addBusinessDays } from '@shop/contract/delivery/rules'
import { addDays } from '../platform/lib/days/local-day.ts'
import type { StoredOrder } from './orders.repository.ts'

/** 16 CFR 435.2: without a promise an order ships within so many days; a delay of so many may be agreed to by silence. */
export const LAW_DAYS = 30

/** The day until which an order ships: so many business days, the family's setting, after that of the order. */
export function shipDayOf(orderDate: string, shipDays: number): string {
  return addBusinessDays(orderDate, shipDays)
}

/**
 * The estimated delivery as it may stand beside the day until which an order ships; `null` where what ships by then cannot
 * have arrived. The promise is the family's own number of days. The estimate that the checkout shows counts from the day of
 * the order (section 9) and may be earlier: an option that `arrivesTooSoon` is named in Settings.
 */
export function deliveryBeside(shipBy: string | null, estimate: string | null): string | null {
  return estimate !== null && (shipBy === null || estimate > shipBy) ? estimate : null
}

/**
 * The last day on which an order may ship: the one that the shopper was told; without one that of the setting, and at the
 * latest that of the law.
 */
export function promisedDay(
  { order_date, ship_by }: Pick<StoredOrder, 'order_date' | 'ship_by'>,
  shipDays: number,
): string {
  if (ship_by !== null) return ship_by
  const [own, law] = [shipDayOf(order_date, shipDays), addDays(order_date, LAW_DAYS)]
  return own < law ? own : law
}

/** The last day whose orders, if no mail named another, should have shipped before `today`. */
export function lastOverdueDay(today: string, shipDays: number): string {
  let day = addDays(today, -1)
  while (promisedDay({ order_date: day, ship_by: null }, shipDays) >= today) day = addDays(day, -1)
  return day
}
