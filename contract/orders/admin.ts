import * as z from 'zod/mini'
import { CUSTOMER_FIELDS } from '../accounts/fields.ts'
import { typedAddress, wireAddress } from '../address/fields.ts'
import { changeResult, cursor, defineAdminCalls } from '../http/endpoint.ts'
import { type Fields, optionalText, optionalTextOf, storedFields, text, textOf, wholeNumber } from '../http/fields.ts'
import { version, wireQuantities, wireShape } from '../http/fields-schemas.ts'
import { defineAdminFile } from '../http/files.ts'
import { wireCardPayment } from '../payments/card-payment.ts'
import { RETURN_MAILS, wireReturn } from '../returns/admin.ts'
import { cleanedWords } from '../text/cleaned.ts'
import { delayFields, promiseFields } from './admin-delays.ts'
import { wirePayLink } from './admin-pay-links.ts'
import {
  DELIVERY_NAME_LENGTH,
  NOTE_LENGTH,
  ORDER_CHANNELS,
  ORDER_FILTERS,
  ORDER_PAYMENTS,
  ORDERS_SHEETS,
  PHONE_LENGTH,
  REASON_LENGTH,
  SHIPMENT_WAYS,
  UNTRACKED_WAYS,
} from './admin-values.ts'
import { JUSTIFICATION_LENGTH, ORDER_FIELDS, ORDER_ITEM_FIELDS } from './calls.ts'
import { wireOrderEvent } from './events.ts'
import { orderParams } from './order-params.ts'
import { areTrackingNumbers, joinTrackingNumbers, listTrackingNumbers } from './tracking.ts'

const MAX_DELIVERED = 200

export const ADMIN_ORDER_FIELDS = {
  ...ORDER_FIELDS,
  order_date: text(10),
  ...CUSTOMER_FIELDS,
  /** An imported order's own, else the online shop. */
  channel: textOf(ORDER_CHANNELS),
  /** Such as `UPS Next Day Air`, as named when it was chosen; `null` without one. */
  delivery_name: optionalText(DELIVERY_NAME_LENGTH),
  phone: optionalText(PHONE_LENGTH),
  /** The state whose sales tax was charged; an older order has it in its address at most. */
  state: optionalText(2),
  /** `null` with a tracking number, or before it ships. */
  shipped_by: optionalTextOf(UNTRACKED_WAYS),
  /** May be unknown for an imported order. */
  delivered_on: optionalText(10),
  /** `null`: paid with the order, as all that the shop did not enter itself. */
  payment: optionalTextOf(ORDER_PAYMENTS),
  discount_code: optionalText(30),
  /** Net of any discount (R23). */
  delivery_cents: wholeNumber(),
  tax_cents: wholeNumber(),
  /** Raised by each change. A change sends the version that was shown, and is refused if it is older. */
  version: wholeNumber(),
} satisfies Fields

export const ADMIN_ORDER_ITEM_FIELDS = {
  ...ORDER_ITEM_FIELDS,
  quantity: wholeNumber(),
  /** The discount code's share of the whole line. */
  discount_cents: wholeNumber(),
  cancellation_details: optionalText(JUSTIFICATION_LENGTH),
} satisfies Fields

export const wireListedOrder = z.object({
  order_id: z.string(),
  order_date: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  payment: z.nullable(z.enum(ORDER_PAYMENTS)),
  channel: z.enum(ORDER_CHANNELS),
  status: z.string(),
  total_cents: z.int(),
  to_pay_back: z.boolean(),
  /** It has shipped and its card is not charged. */
  to_charge: z.boolean(),
})
export type ListedOrder = z.infer<typeof wireListedOrder>

const wireAdminOrderItem = z.object({
  ...wireShape(storedFields(ADMIN_ORDER_ITEM_FIELDS)),
  image_url: z.nullable(z.string()),
})
export type AdminOrderItem = z.infer<typeof wireAdminOrderItem>

const wireAdminOrder = z.object({
  ...wireShape(ADMIN_ORDER_FIELDS),
  /** The lines to print; `null` for an order taken along. */
  delivery_address: z.nullable(z.string()),
  /** `null` without one, or where the parts can't be told apart. */
  address: z.nullable(wireAddress),
  /** Such as `ZIP code is missing`; `null` when a label can be made. */
  label_problem: z.nullable(z.string()),
  ...promiseFields,
  status: z.string(),
  order_status: z.string(),
  goods_cents: z.int(),
  discount_cents: z.int(),
  delivery_taxed: z.boolean(),
  paid_cents: z.int(),
  refunded_cents: z.int(),
  left_cents: z.int(),
  /** Items cancelled before the rest was paid: nothing was paid for them. */
  unpaid_items: z.array(z.string()),
  to_pay_back: z.boolean(),
  to_charge: z.boolean(),
  /** A carrier known by name only has no page. */
  parcels: z.array(
    z.object({
      number: z.string(),
      carrier: z.nullable(z.object({ name: z.string(), url: z.nullable(z.string()) })),
    }),
  ),
  ship_problem: z.nullable(z.string()),
  /** The reason it is on hold though it could ship; `null` when it is not. */
  hold_reason: z.nullable(z.string()),
  cancel_problem: z.nullable(z.string()),
  /** `null`: not paid by card online. */
  card_payment: z.nullable(wireCardPayment),
  pay_link: z.nullable(wirePayLink),
  pay_link_problem: z.nullable(z.string()),
  payment_problem: z.nullable(z.string()),
  items: z.array(wireAdminOrderItem),
  returns: z.array(wireReturn),
  events: z.array(wireOrderEvent),
  has_mail_server: z.boolean(),
  shop: z.object({ name: z.string(), email: z.string(), postal_address: z.string() }),
})
export type AdminOrder = z.infer<typeof wireAdminOrder>

export const trackingNumber = z.string().check(
  cleanedWords,
  z.minLength(1, { error: 'Please enter the tracking number', abort: true }),
  z.refine(areTrackingNumbers, {
    error: 'It can have letters, digits, spaces, dots, slashes and dashes. Separate several numbers with commas',
    abort: true,
  }),
  z.overwrite((text) => joinTrackingNumbers(listTrackingNumbers(text))),
)
const quantities = z._default(wireQuantities, {})
const itemIds = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100))

const shipmentFields = {
  way: z._default(z.enum(SHIPMENT_WAYS), 'tracked'),
  tracking_number: z.optional(trackingNumber),
}
const cancellationFields = {
  item_ids: itemIds.check(z.minLength(1, 'Please choose at least one item')),
  quantities,
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Please give the shopper a reason'),
      z.maxLength(REASON_LENGTH, 'This is too long'),
    ),
}
const refundFields = {
  amount_cents: z
    .int('Please enter an amount such as 12.50')
    .check(z.minimum(1, 'Please enter an amount such as 12.50')),
  item_ids: itemIds,
  quantities,
  /** Required for a disputed payment: if the bank takes it back too, the money is paid twice. */
  despite_dispute: z._default(z.boolean(), false),
  note: z.string().check(z.trim(), z.maxLength(NOTE_LENGTH, 'This is too long')),
  return_id: z._default(z.nullable(z.string().check(z.maxLength(100))), null),
}

const mailedChange = z.discriminatedUnion('change', [
  z.object({ change: z.literal('ship'), ...shipmentFields }),
  z.object({ change: z.literal('cancel'), ...cancellationFields }),
  z.object({ change: z.literal('refund'), ...refundFields }),
  ...RETURN_MAILS,
  z.object({ change: z.literal('delay'), ...delayFields }),
  z.object({ change: z.literal('pay_link') }),
])
export type MailedChange = z.infer<typeof mailedChange>

const day = z.iso.date('Please choose the day')

export const adminOrders = defineAdminCalls({
  listAdminOrders: {
    method: 'GET',
    path: '/api/admin/orders',
    summary: 'Lists orders',
    description: 'Newest first. `q` finds beginnings of number, names and email. `next` begins the next page.',
    query: z.object({
      filter: z._default(z.enum(ORDER_FILTERS), 'all').check(z.describe('Which orders')),
      q: z._default(z.string().check(z.maxLength(200)), '').check(z.describe('Beginnings of number, names or email')),
      after: z.optional(cursor).check(z.describe('`next` of the page before')),
    }),
    response: z.object({ orders: z.array(wireListedOrder), next: z.nullable(z.string()) }),
  },
  getAdminOrder: {
    method: 'GET',
    path: '/api/admin/orders/:order_id',
    summary: 'Returns an order with what happened to it',
    description: 'The order, its items, and what happened when, newest first.',
    params: orderParams,
    response: wireAdminOrder,
    errors: ['not_found'],
  },
  previewOrderMail: {
    method: 'POST',
    path: '/api/admin/orders/:order_id/mail',
    summary: 'Previews the email about a change',
    description: 'Refuses what the change would refuse. Owners only for refunds, delays and payment links.',
    params: orderParams,
    body: mailedChange,
    response: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
    errors: ['not_found', 'conflict'],
  },
  shipOrder: {
    method: 'POST',
    path: '/api/admin/orders/:order_id/ship',
    summary: 'Ships an order, or corrects its tracking number',
    description:
      'Or in another `way` without a number; a picked-up order counts as delivered. The shopper is emailed ten seconds later. Nothing can be cancelled afterwards.',
    params: orderParams,
    body: z.object({ ...shipmentFields, version }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  markDelivered: {
    method: 'POST',
    path: '/api/admin/orders/:order_id/delivered',
    summary: 'Marks an order as delivered',
    description: 'Returns count from that day. Repeat to correct it; null removes it. No email.',
    params: orderParams,
    body: z.object({ delivered_on: z.nullable(day), version }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  markSeveralDelivered: {
    method: 'POST',
    path: '/api/admin/orders/delivered',
    summary: 'Marks several orders as delivered',
    description: 'All or none, with one undo. No email.',
    body: z.object({
      order_ids: z.array(z.string().check(z.maxLength(100))).check(z.minLength(1), z.maxLength(MAX_DELIVERED)),
      delivered_on: day,
    }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  cancelByShop: {
    method: 'POST',
    path: '/api/admin/orders/:order_id/cancel',
    summary: "Cancels items of an order that hasn't shipped",
    description: 'Their stock comes back. The shopper is told by email ten seconds later.',
    params: orderParams,
    body: z.object({ ...cancellationFields, version }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  refundOrder: {
    method: 'POST',
    path: '/api/admin/orders/:order_id/refund',
    summary: 'Records a refund',
    description: 'Owners only. Together never more than was paid. The shopper is told by email ten seconds later.',
    params: orderParams,
    body: z.object({ ...refundFields, version }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  chargeAgain: {
    method: 'POST',
    path: '/api/admin/orders/:order_id/charge',
    summary: 'Retries the card charge of a shipped order',
    description: 'When the charge failed but the amount is still reserved. No email.',
    params: orderParams,
    body: z.object({ version }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  correctAddress: {
    method: 'POST',
    path: '/api/admin/orders/:order_id/address',
    summary: 'Adds, corrects or removes a delivery address',
    description: 'Also after shipping, since a lost parcel is sent again. No email.',
    params: orderParams,
    body: z.object({ address: z.nullable(typedAddress), version }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  recordPayment: {
    method: 'POST',
    path: '/api/admin/orders/:order_id/payment',
    summary: 'Records how an order was paid, or that it isn’t yet',
    description: 'For a manual order, or one whose card payment failed. No email.',
    params: orderParams,
    body: z.object({ payment: z.enum(ORDER_PAYMENTS), version }),
    response: changeResult,
    errors: ['not_found', 'conflict'],
  },
  noteOnOrder: {
    method: 'POST',
    path: '/api/admin/orders/:order_id/note',
    summary: 'Notes something about an order',
    description: 'Only owners and helpers see it.',
    params: orderParams,
    body: z.object({
      note: z
        .string()
        .check(z.trim(), z.minLength(1, 'Please write a note'), z.maxLength(NOTE_LENGTH, 'This is too long')),
    }),
    response: changeResult,
    errors: ['not_found'],
  },
})

export const ordersFile = defineAdminFile({
  name: 'adminDownloadOrders',
  path: '/api/admin/orders/export',
  summary: 'Downloads the orders of a period, or the sales tax by state',
  description: 'Owners only. Both days count.',
  query: z.object({
    from: day.check(z.describe('First day')),
    to: day.check(z.describe('Last day')),
    sheet: z.enum(ORDERS_SHEETS).check(z.describe('An order a row, or a state a row')),
  }),
})
