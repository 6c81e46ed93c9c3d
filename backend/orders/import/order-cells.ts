import { isMailAddress, NAME_LENGTH } from '@shop/contract/accounts/fields'
import { type Cents, parseDollars } from '@shop/contract/money'
import { ADDRESS_LENGTH, ORDER_CHANNELS, PHONE_LENGTH } from '@shop/contract/orders/admin-values'
import { ORDER_FIELDS, ORDER_ITEM_FIELDS } from '@shop/contract/orders/calls'
import { type ImportField, ORDER_NUMBER_RULE } from '@shop/contract/orders/import'
import * as z from 'zod/mini'
import { addDays, localDay } from '../../platform/lib/days/local-day.ts'
import '../../platform/lib/zod-locale.ts'
import type { ItemDraft } from '../build-order.ts'
import { parseChannel } from './imported-order.ts'

const words = (max: number) => z.string().check(z.maxLength(max, 'is too long'))
const matching = (pattern: RegExp, message: string) => z.string().check(z.regex(pattern, message))
const amount = z.pipe(
  z.string().check(z.refine((text) => parseSheetMoney(text) !== null, 'must be dollars such as 79 or 79.50')),
  z.transform((text) => parseSheetMoney(text) ?? 0),
)
/** An amount that programs write with a minus sign or without one. */
const reduction = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.replace(/^\((.*)\)$/, '$1').replace(/^(\D{0,5})[-−]/, '$1')),
  ),
  amount,
)
const date = z.iso.date('must be a date such as 2026-11-21 or 11/21/2026')
/** Tomorrow counts, since the thread does not know the shop's time zone. */
const past = z.pipe(
  date,
  z
    .string()
    .check(z.refine((day) => day <= addDays(localDay(new Date()), 1), 'is in the future; please check the year')),
)
const status = <Name extends string>(name: Name) => z.optional(z.literal(name, `must be ${name} or empty`))

const channel = z.pipe(
  z.pipe(z.string(), z.transform(parseChannel)),
  z.enum(ORDER_CHANNELS, `must be ${ORDER_CHANNELS.join(', ')} or empty`),
)

/** Address parts that may have their own columns. */
export const ADDRESS_CELLS = {
  delivery_address: z.optional(words(ADDRESS_LENGTH)),
  delivery_address_2: z.optional(words(ADDRESS_LENGTH)),
  delivery_city: z.optional(words(ADDRESS_LENGTH)),
  delivery_state: z.optional(words(ADDRESS_LENGTH)),
  delivery_zip: z.optional(words(ADDRESS_LENGTH)),
  delivery_country: z.optional(words(ADDRESS_LENGTH)),
}

/** Columns of the order, which must be equal in all its rows. */
const ORDER_CELLS = {
  order_id: z.pipe(matching(/^#? ?[0-9]{1,18}$/, `must be ${ORDER_NUMBER_RULE}`), z.transform(plainOrderId)),
  order_date: past,
  first_name: z.optional(words(NAME_LENGTH)),
  last_name: z.optional(words(NAME_LENGTH)),
  full_name: z.optional(words(2 * NAME_LENGTH)),
  email: z.optional(z.string().check(z.refine(isMailAddress, 'must be an email address'))),
  phone: z.optional(words(PHONE_LENGTH)),
  customer_id: z.optional(words(100)),
  ...ADDRESS_CELLS,
  order_status: z.optional(words(50)),
  channel: z.optional(channel),
  financial_status: z.optional(words(50)),
  cancelled_at: z.optional(past),
  refunded_amount: z.optional(reduction),
  discount_amount: z.optional(reduction),
  order_total: z.optional(amount),
  net_total: z.optional(amount),
  currency: z.optional(words(50)),
  tax_amount: z.optional(amount),
  combined_tax_rate: z.optional(matching(/^0(\.[0-9]{1,6})?$/, 'must be a fraction such as 0.0825')),
  delivery_cost: z.optional(amount),
  delivery_discount: z.optional(reduction),
  tracking_number: z.optional(words(ORDER_FIELDS.tracking_number.max)),
  estimated_delivery_date: z.optional(date),
}
const ITEM_CELLS = {
  /** Optional: a product is also found by its name. */
  product_id: z.optional(words(ORDER_ITEM_FIELDS.product_id.max)),
  product_name: words(ORDER_ITEM_FIELDS.product_name.max),
  price: amount,
  quantity: matching(/^\d{1,5}(?:\.0{1,6})?$/, 'must be a whole number from 1'),
  item_discount: z.optional(reduction),
  image_file: z.optional(words(150)),
  cancellation_status: status('cancelled'),
  cancellation_reason: z.optional(words(ORDER_ITEM_FIELDS.cancellation_reason.max)),
  refund_status: status('refunded'),
}
// Strict, so a misspelled column is an error.
export const fileRow = z.strictObject({ ...ORDER_CELLS, ...ITEM_CELLS } satisfies Record<ImportField, z.ZodMiniType>)
export type FileRow = z.output<typeof fileRow>

/** A row's item, before discounts in other columns. */
export function toItem(row: FileRow): ItemDraft {
  return {
    product_id: row.product_id ?? '',
    product_name: row.product_name,
    price_cents: row.price,
    quantity: Number(row.quantity),
    image_file: row.image_file ?? null,
    cancellation_status: row.cancellation_status ?? null,
    cancellation_reason: row.cancellation_reason ?? null,
    refund_status: row.refund_status ?? null,
  }
}

/** Columns of the order, which programs may fill in its first row only. */
export const SAME_IN_ORDER: readonly string[] = Object.keys(ORDER_CELLS)

/** The number of an order that a program writes as `#1001`. */
export function plainOrderId(text: string): string {
  return text.replace(/^#? ?/, '')
}

/** Parses dollars such as `$1,079.00`, `USD 79` and `79.000000` to cents; `null` for anything else. */
export function parseSheetMoney(text: string): Cents | null {
  const amount = text.replace(/^(?:US ?\$|USD|\$) ?/i, '').replace(/(?<! )(?: ?USD| ?\$)$/i, '')
  const decimals = amount.indexOf('.')
  const extra = decimals === -1 ? '' : amount.slice(decimals + 3)
  return /^0*$/.test(extra) ? parseDollars(amount.slice(0, amount.length - extra.length)) : null
}
