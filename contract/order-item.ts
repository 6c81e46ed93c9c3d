import { amount, type Fields, text } from './http/fields.ts'

/**
 * Plain fields of an order's line, one line each. These name it wherever it is listed: in emails, on packing slips, in
 * the admin and to the shopper.
 */
export const NAMED_ITEM_FIELDS = {
  /** The name on the day of the order. */
  product_name: text(200),
} satisfies Fields

/** Those that its shopper sees at the confirmation, behind a payment link and in the found order. */
export const SHOWN_ITEM_FIELDS = {
  ...NAMED_ITEM_FIELDS,
  /** Of one piece, on the day of the order. */
  price: amount(10_000_000),
} satisfies Fields

/** For example `2 × Campus Slim Blue`. */
export function itemLine({ quantity, product_name }: { quantity: number; product_name: string }): string {
  return `${quantity} × ${product_name}`
}
