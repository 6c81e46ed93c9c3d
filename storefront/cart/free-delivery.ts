import type { Cents } from '@shop/contract/money'

/** Delivery is free from this subtotal on (section 9), in cents. */
export const FREE_DELIVERY_FROM_CENTS: Cents = 4500
