import { addBusinessDays, type DeliveryOffer } from '@shop/contract/delivery'
import type { CartTotals } from '../cart/cart.ts'
import { type OrderTotals, orderTotals } from './order-totals.ts'

/** What an order would cost and when it would arrive, as far as it is known. */
export type Estimate = {
  sums: OrderTotals
  /** `null` without a delivery option, or when the option does not tell (R48). */
  arrival: Date | null
}

/** How far an answer has come that the total needs. `late`: the shopper has waited long enough (R50). */
export type Progress = 'known' | 'pending' | 'late'
export type EstimateProgress = Readonly<Record<'delivery' | 'tax', Progress>>

/**
 * What the total is told without, since its answer takes too long; `null` while the total is not told yet, because an
 * answer may come any moment.
 */
export function missingFromTotal({ delivery, tax }: EstimateProgress): ('delivery' | 'tax')[] | null {
  if (delivery === 'pending' || tax === 'pending') return null
  return [...(delivery === 'late' ? ['delivery' as const] : []), ...(tax === 'late' ? ['tax' as const] : [])]
}

/** @param today the shopper's own date (R20) */
export function estimateOrder(
  cart: CartTotals,
  option: DeliveryOffer | null,
  taxRate: number | null,
  today: Date,
): Estimate {
  const days = option?.estimated_days ?? null
  return {
    sums: orderTotals({
      subtotal: cart.totalPriceCents,
      itemCount: cart.totalItems,
      deliveryCost: option?.delivery_cost_cents ?? 0,
      taxRate,
    }),
    arrival: days === null ? null : addBusinessDays(today, days),
  }
}

/**
 * The option that counts: the first until the shopper chooses (section 4). A choice that is no longer offered is not
 * replaced behind the shopper's back: nothing is selected then.
 */
export function selectedOption(options: readonly DeliveryOffer[], chosen: string | null): DeliveryOffer | null {
  if (chosen === null) return options[0] ?? null
  return options.find((option) => option.key === chosen) ?? null
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
