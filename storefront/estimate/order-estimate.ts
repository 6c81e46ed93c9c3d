import type { DeliveryOffer } from '@shop/contract/delivery/calls'
import { addBusinessDays } from '@shop/contract/delivery/rules'
import type { Cents } from '@shop/contract/money'
import { type OrderTerms, type OrderTotals, recomputeSums } from '@shop/contract/order-totals'

export type Estimate = {
  sums: OrderTotals
  /** `null` without a delivery option, or when it has no estimate (R48). */
  arrival: string | null
  /** The note beside the total, such as the one before a change; none while orders are paused. */
  note?: string
}

/** State of a response that the total needs. `late`: the shopper has waited long enough (R50). */
export type Progress = 'known' | 'pending' | 'late'
export type EstimateProgress = Readonly<Record<'delivery' | 'tax', Progress>>

/** The missing part of the total when a response takes too long; `null` while a response may still arrive soon. */
export function missingFromTotal({ delivery, tax }: EstimateProgress): ('delivery' | 'tax')[] | null {
  if (delivery === 'pending' || tax === 'pending') return null
  return [...(delivery === 'late' ? ['delivery' as const] : []), ...(tax === 'late' ? ['tax' as const] : [])]
}

/** How an order is taxed without a rate. */
export const NO_TAX: Pick<OrderTerms, 'taxRate' | 'deliveryTaxed'> = { taxRate: null, deliveryTaxed: false }

/** The parts of a line that an estimate needs. An unknown stock is no limit (R14). */
export type EstimatedItem = {
  product_id: string
  price_cents: Cents | null
  quantity: number
  stock_quantity: number | null
}

/** @param today the shopper's own date (R20) */
export function estimateOrder(
  items: readonly EstimatedItem[],
  option: DeliveryOffer | null,
  tax: typeof NO_TAX,
  today: Date,
): Estimate {
  const days = option?.estimated_days ?? null
  const products = new Map(items.map((item) => [item.product_id, item]))
  return {
    sums: recomputeSums(items, products, { deliveryCost: option?.delivery_cost_cents ?? 0, ...tax }),
    arrival: days === null ? null : addBusinessDays(isoDay(today), days),
  }
}

/**
 * The effective option: the first until the shopper chooses. A choice that is no longer offered selects nothing, rather
 * than silently another one.
 */
export function selectedOption(options: readonly DeliveryOffer[], chosen: string | null): DeliveryOffer | null {
  if (chosen === null) return options[0] ?? null
  return options.find((option) => option.key === chosen) ?? null
}

const SHORT_DAY_FORMAT = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const LONG_DAY_FORMAT = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
})

/** A calendar day as `Mon, Nov 30`. */
export const shortDate = (day: string): string => SHORT_DAY_FORMAT.format(new Date(day))

/** A calendar day as `Monday, November 30, 2026`. */
export const longDate = (day: string): string => LONG_DAY_FORMAT.format(new Date(day))

/** The shopper's own calendar day, such as `2026-11-30`. */
function isoDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
