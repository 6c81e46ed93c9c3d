import { amount, type Fields, text } from './http/fields.ts'

/** The fields that name a line wherever it is listed: emails, packing slips, the admin, shopper's pages. */
export const NAMED_ITEM_FIELDS = {
  product_name: text(200),
} satisfies Fields

/** The fields that the shopper sees, at the confirmation, behind a payment link and in the found order. */
export const SHOWN_ITEM_FIELDS = {
  ...NAMED_ITEM_FIELDS,
  price: amount(10_000_000),
} satisfies Fields

export function itemLine({ quantity, product_name }: { quantity: number; product_name: string }): string {
  return `${quantity} × ${product_name}`
}
