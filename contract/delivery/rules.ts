import type { Cents } from '../money.ts'
import type { DeliveryOption } from './calls.ts'

/** Subtotal from which delivery is free (section 9). */
export const FREE_DELIVERY_FROM_CENTS: Cents = 4500

/** Such as `UPS Next Day Air`; without the days, which are promised at the time of the order. */
export function deliveryName({
  provider_name,
  delivery_type,
}: Pick<DeliveryOption, 'provider_name' | 'delivery_type'>): string {
  return `${provider_name} ${delivery_type}`.trim()
}

/** Adds business days; Saturdays and Sundays are skipped, holidays are not (R20). */
export function addBusinessDays(from: string, days: number): string {
  const date = new Date(from)
  for (let left = days; left >= 1; ) {
    date.setUTCDate(date.getUTCDate() + 1)
    if (date.getUTCDay() % 6 !== 0) left -= 1
  }
  return date.toISOString().slice(0, 10)
}

/** Whether an option arrives before an order has to ship, which would break the promise. */
export function arrivesTooSoon({ estimated_days }: Pick<DeliveryOption, 'estimated_days'>, shipDays: number): boolean {
  return estimated_days <= shipDays
}
