import type { CartTotals } from '@shop/contract/cart'
import { addBusinessDays, type DeliveryOption, type OrderSums, orderSums } from '@shop/contract/checkout'

/** What an order would cost and when it would arrive, as far as it is known. */
export type Estimate = {
  sums: OrderSums
  /** `null` without a delivery option. */
  arrival: Date | null
}

/** @param today the shopper's own date (R20) */
export function estimateOrder(
  cart: CartTotals,
  option: DeliveryOption | null,
  taxRate: number | null,
  today: Date,
): Estimate {
  return {
    sums: orderSums({
      subtotal: cart.totalPriceCents,
      itemCount: cart.totalItems,
      deliveryCost: option?.delivery_cost_cents ?? 0,
      taxRate,
    }),
    arrival: option === null ? null : addBusinessDays(today, option.estimated_days),
  }
}

/**
 * The option that counts: the first until the shopper chooses (section 4). A choice that is no longer offered is not
 * replaced behind the shopper's back: nothing is selected then.
 */
export function selectedOption(options: readonly DeliveryOption[], chosen: string | null): DeliveryOption | null {
  if (chosen === null) return options[0] ?? null
  return options.find((option) => option.delivery_type_id === chosen) ?? null
}

const SHORT = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' })
const LONG = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' })

/** `Mon, Nov 30` beside an option. */
export function shortDate(date: Date): string {
  return SHORT.format(date)
}

/** `Monday, November 30, 2026`. */
export function longDate(date: Date): string {
  return LONG.format(date)
}

/** `2026-11-30`, the local day for machines. */
export function isoDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
