import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { type Cents, centsFromWire } from './money.ts'
import { asCount, asList, asRecord, asText } from './tolerance.ts'

export { RETURN_DAYS } from './returns.ts'

/** The reasons a shopper may choose from (section 5). */
export const CANCELLATION_REASONS = [
  'Changed My Mind',
  'Ordered Incorrect Item',
  'Defective/Damaged',
  'Wrong Item Received',
  'Shipping Issues',
] as const
export type CancellationReason = (typeof CANCELLATION_REASONS)[number]

/** The longest details text of a cancellation, in characters. */
export const JUSTIFICATION_LENGTH = 2000

export type OrderListEntry = { order_id: string; order_date: string | null }

/** One line of a found order. */
export type OrderItem = {
  order_item_id: string
  product_id: string | null
  product_name: string
  /** The wire calls the line quantity `stock_quantity` (section 3). */
  quantity: number
  price_cents: Cents
  image_url: string | null
  cancellation_status: string | null
  refund_status: string | null
  cancellation_reason: string | null
}

/** A found order; `subtotal` and `total` are to the letter of section 3 (R23). */
export type Order = {
  order_id: string
  order_date: string | null
  estimated_delivery_date: string | null
  order_status: string | null
  tracking_number: string | null
  subtotal_cents: Cents
  tax_cents: Cents
  total_cents: Cents
  items: OrderItem[]
  /** The rows as they came, for `orderDetails` of the cancellation call. */
  rows: unknown[]
}

const wireOrderRow = z.object({
  order_id: z.string(),
  orderDate: z.string(),
  order_status: z.string(),
  customer_id: z.nullable(z.string()),
  total_amount: z.number(),
  tax_amount: z.number(),
  combined_tax_rate: z.number(),
  delivery_cost: z.number(),
  tracking_number: z.nullable(z.string()),
  estimated_delivery_date: z.nullable(z.string()),
  order_item_id: z.string(),
  product_id: z.string(),
  product_name: z.string(),
  price: z.number(),
  stock_quantity: z.number(),
  image_url: z.nullable(z.string()),
  cancellation_status: z.nullable(z.string()),
  refund_status: z.nullable(z.string()),
  cancellation_reason: z.nullable(z.string()),
})
export type WireOrderRow = z.infer<typeof wireOrderRow>

const shortText = z.string().check(z.maxLength(1000))

export const listOrdersEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/orders',
  summary: "Lists the signed-in customer's orders",
  query: z.object({ customerId: z.string().check(z.minLength(1), z.maxLength(100)) }),
  response: z.array(z.object({ order_id: z.string(), order_date: z.string() })),
  refusals: ['unauthorized', 'forbidden'],
  bearer: true,
  read: readOrderList,
})

export const findOrderEndpoint = defineEndpoint({
  method: 'GET',
  path: '/api/orderDetail',
  summary: 'Returns an order, one row per item; an empty list means not found',
  query: z.object({ orderId: shortText, firstName: shortText, lastName: shortText, email: shortText }),
  response: z.array(wireOrderRow),
  refusals: [],
  bearer: true,
  read: readOrder,
})

export const cancelOrderEndpoint = defineEndpoint({
  method: 'POST',
  path: '/api/cancelOrder',
  summary: 'Cancels items of an order that has not shipped',
  body: z.object({
    firstName: shortText,
    lastName: shortText,
    email: shortText,
    orderId: z.union([shortText, z.number()]),
    /** Sent along as section 7 says; the backend decides from its own records (R26). */
    orderDetails: z.optional(z.unknown()),
    cancellationReason: z.enum(CANCELLATION_REASONS),
    cancellationJustification: z.string().check(z.trim(), z.minLength(1), z.maxLength(JUSTIFICATION_LENGTH)),
    itemsToCancel: z
      .array(z.union([z.string().check(z.minLength(1), z.maxLength(100)), z.number()]))
      .check(z.minLength(1), z.maxLength(100)),
  }),
  response: z.object({ success: z.literal(true) }),
  refusals: ['not_found', 'conflict'],
  bearer: true,
  read: () => true,
})

/** Reads the list of orders; malformed entries are left out, a body that is no list throws. */
export function readOrderList(body: unknown): OrderListEntry[] {
  if (!Array.isArray(body)) throw new TypeError('the orders are no list')
  return body.flatMap((value) => {
    const row = asRecord(value)
    const order_id = asText(row?.order_id)
    return order_id === null ? [] : [{ order_id, order_date: asText(row?.order_date) }]
  })
}

/** Reads an order's rows; `null` when nothing was found. Order-level fields are read once, from the first row (R23). */
export function readOrder(body: unknown): Order | null {
  const rows = asList(body)
    .map(asRecord)
    .filter((row) => row !== null)
  const first = rows[0]
  const id = asText(first?.order_id)
  if (first === undefined || id === null) return null
  const subtotal = (centsFromWire(first.total_amount) ?? 0) + (centsFromWire(first.delivery_cost) ?? 0)
  const tax = centsFromWire(first.tax_amount) ?? 0
  return {
    order_id: id,
    order_date: asText(first.orderDate),
    estimated_delivery_date: asText(first.estimated_delivery_date),
    order_status: asText(first.order_status),
    tracking_number: asText(first.tracking_number),
    subtotal_cents: subtotal,
    tax_cents: tax,
    total_cents: subtotal + tax,
    items: rows.flatMap(readOrderItem),
    rows,
  }
}

function readOrderItem(row: Record<string, unknown>): OrderItem[] {
  const order_item_id = asText(row.order_item_id)
  if (order_item_id === null) return []
  return [
    {
      order_item_id,
      product_id: asText(row.product_id),
      product_name: asText(row.product_name) ?? 'Unknown Product',
      quantity: asCount(row.stock_quantity) ?? 0,
      price_cents: centsFromWire(row.price) ?? 0,
      image_url: asText(row.image_url),
      cancellation_status: asText(row.cancellation_status),
      refund_status: asText(row.refund_status),
      cancellation_reason: asText(row.cancellation_reason),
    },
  ]
}

/** The status as it is shown: 'cancelled' and 'refunded' only, in any letter case, everything else empty (R27). */
export function shownStatus(status: string | null): '' | 'cancelled' | 'refunded' {
  const known = status?.toLowerCase()
  return known === 'cancelled' || known === 'refunded' ? known : ''
}

/** An item can be chosen while it has no cancellation or refund status at all (section 2, R27). */
export function isSelectable(item: Pick<OrderItem, 'cancellation_status' | 'refund_status'>): boolean {
  return item.cancellation_status === null && item.refund_status === null
}

/** The cancel option is shown while at least one item is neither cancelled nor refunded (section 4). */
export function canCancelAny(order: Pick<Order, 'items'>): boolean {
  return order.items.some(
    (item) => shownStatus(item.cancellation_status) === '' && shownStatus(item.refund_status) === '',
  )
}

/** What keeps a cancellation from being sent, checked in the order of section 5; `null` when nothing does. */
export function cancellationRefusal(request: {
  tracking_number: string | null
  selected: readonly string[]
  reason: string
  details: string
}): { field: 'order' | 'items' | 'reason' | 'details'; message: string } | null {
  if (request.tracking_number !== null) {
    return { field: 'order', message: 'Order is already shipped. Please contact seller.' }
  }
  if (request.selected.length === 0) return { field: 'items', message: 'Please select at least one item to cancel.' }
  if (request.reason === '') return { field: 'reason', message: 'Please select a cancellation reason.' }
  if (request.details.trim() === '') return { field: 'details', message: 'Please provide additional details.' }
  return null
}

/** An order number as a shopper types it: a leading `#` and blanks are accepted (R24). */
export function normalizeOrderNumber(text: string): string {
  return text.replace(/\s+/g, '').replace(/^#/, '')
}

/** `Order # 17 - 11/21/2026`, the entry of the dropdown (R25). */
export function orderLabel(entry: OrderListEntry): string {
  return `Order # ${entry.order_id} - ${formatDate(entry.order_date) ?? 'N/A'}`
}

/**
 * A date as the shop shows it, `11/21/2026`; `null` when it cannot be read. A date without a time is that calendar
 * day everywhere; one with a time is the shopper's own day.
 */
export function formatDate(value: string | null): string | null {
  if (value === null) return null
  const plain = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  const date = plain ? new Date(Number(plain[1]), Number(plain[2]) - 1, Number(plain[3])) : new Date(value)
  if (Number.isNaN(date.getTime())) return null
  // `Date` reads the 31st of February as a day in March, and a 13th month as one of the next year.
  if (plain && (date.getMonth() + 1 !== Number(plain[2]) || date.getDate() !== Number(plain[3]))) return null
  return `${date.getMonth() + 1}/${date.getDate()}/${date.getFullYear()}`
}
