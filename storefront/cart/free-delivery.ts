import type { Cents } from '@shop/contract/money'

/** Subtotal from which delivery is free, in cents. */
export const FREE_DELIVERY_FROM_CENTS: Cents = 4500
