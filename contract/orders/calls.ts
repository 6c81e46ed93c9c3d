import type { Person } from '../accounts/calls.ts'
import { UNKNOWN_PRODUCT } from '../catalog/calls.ts'
import { get, post } from '../http/call.ts'
import { asCount, asList, asRecord, asText, asWireId, type WireId } from '../http/coercion.ts'
import { isErrorBody } from '../http/errors.ts'
import { type Fields, optionalText, optionalTextOf, type ParsedFields, parseFields, text } from '../http/fields.ts'
import { type Cents, parseCents, sumCents } from '../money.ts'
import { SHOWN_ITEM_FIELDS } from '../order-item.ts'
import { cleanInput } from '../text/clean-input.ts'
import { TRACKING_LENGTH } from './tracking.ts'

export const CANCELLATION_REASONS = [
  'Changed My Mind',
  'Ordered Incorrect Item',
  'Defective/Damaged',
  'Wrong Item Received',
  'Shipping Issues',
] as const

export const JUSTIFICATION_LENGTH = 2000

/**
 * Plain fields of an order and its lines, from which tables and calls are derived; CONTRIBUTING.md tells how to add
 * one.
 */
export const ORDER_FIELDS = {
  order_id: text(18),
  /** Set when the order ships; from then on nothing can be cancelled. */
  tracking_number: optionalText(TRACKING_LENGTH),
  estimated_delivery_date: optionalText(10),
} satisfies Fields

export const ORDER_ITEM_FIELDS = {
  order_item_id: text(100),
  product_id: text(100),
  ...SHOWN_ITEM_FIELDS,
  /** `other`: an unknown status, shown as empty (R27). */
  cancellation_status: optionalTextOf(['cancelled', 'other']),
  refund_status: optionalTextOf(['refunded', 'other']),
  cancellation_reason: optionalText(200),
} satisfies Fields

export type OrderListEntry = { order_id: string; order_date: string | null }

export type OrderItem = ParsedFields<typeof ORDER_ITEM_FIELDS> & {
  order_item_id: string
  /** The original id, for the cancellation call (R26). */
  wire_id: WireId
  product_name: string
  /** `stock_quantity` on the wire. */
  quantity: number | null
  /** Pieces that can be cancelled one by one; `null` where the backend cancels whole lines only. */
  cancellable_quantity: number | null
  image_url: string | null
}

/** `subtotal` and `total` follow the specification's formulas (R23). */
export type Order = ParsedFields<typeof ORDER_FIELDS> & {
  order_id: string
  wire_id: WireId
  order_date: string | null
  order_status: string | null
  /** Already taken off the subtotal; `null` without a code. */
  discount: { code: string; cents: Cents } | null
  cancel_problem: string | null
  subtotal_cents: Cents | null
  tax_cents: Cents | null
  total_cents: Cents | null
  items: OrderItem[]
  details: OrderDetails
}

/** Order-level fields as received, and each row's under `items`. */
type OrderDetails = Record<string, unknown> & { items: Record<string, unknown>[] }

export type Cancellation = Person & {
  orderId: WireId
  /** Sent as specified; the backend decides from its own records (R26). */
  orderDetails?: unknown
  cancellationReason: (typeof CANCELLATION_REASONS)[number]
  cancellationJustification: string
  itemsToCancel: WireId[]
  /** Pieces by item, where not all of them are cancelled; our own addition. */
  quantitiesToCancel?: Record<string, number>
}

export const orderCalls = {
  listOrders: get<OrderListEntry[], { query: { customerId: string } }>('/api/orders', parseOrderList, {
    bearer: 'required',
  }),
  findOrder: get<Order | null, { query: Person & { orderId: string } }>('/api/orderDetail', parseOrder, {
    bearer: 'optional',
  }),
  cancelOrder: post<true, { body: Cancellation }>('/api/cancelOrder', () => true, {
    bearer: 'optional',
    isError: isErrorBody,
  }),
}

/** Parses the list; malformed entries are skipped, a body that is not a list throws. */
export function parseOrderList(body: unknown): OrderListEntry[] {
  if (!Array.isArray(body)) throw new TypeError('the orders are not a list')
  return body.flatMap((value) => {
    const row = asRecord(value)
    const order_id = asText(row?.order_id)
    return order_id === null ? [] : [{ order_id, order_date: asText(row?.order_date) }]
  })
}

/** Parses an order's rows; `null` when nothing was found. Order-level fields are in the first row (R23). */
export function parseOrder(body: unknown): Order | null {
  const rows = asList(body)
    .map(asRecord)
    .filter((row) => row !== null)
  const first = rows[0]
  const id = asText(first?.order_id)
  if (first === undefined || id === null) return null
  const subtotal = sumCents(parseCents(first.total_amount), parseCents(first.delivery_cost))
  const tax = parseCents(first.tax_amount)
  return {
    ...parseFields(ORDER_FIELDS, first),
    order_id: id,
    wire_id: asWireId(first.order_id) ?? id,
    order_date: asText(first.orderDate),
    order_status: asText(first.order_status),
    tracking_number: asStatus(first.tracking_number),
    discount: parseDiscount(first.discount),
    cancel_problem: asText(first.cancel_problem),
    subtotal_cents: subtotal,
    tax_cents: tax,
    total_cents: sumCents(subtotal, tax),
    items: rows.flatMap(parseOrderItem),
    details: orderDetails(first, rows),
  }
}

export function parseDiscount(value: unknown): Order['discount'] {
  const row = asRecord(value)
  const [code, cents] = [asText(row?.code), parseCents(row?.amount)]
  return code === null || cents === null ? null : { code, cents }
}

function parseOrderItem(row: Record<string, unknown>): OrderItem[] {
  const order_item_id = asText(row.order_item_id)
  if (order_item_id === null) return []
  return [
    {
      ...parseFields(ORDER_ITEM_FIELDS, row),
      order_item_id,
      wire_id: asWireId(row.order_item_id) ?? order_item_id,
      product_name: asText(row.product_name) ?? UNKNOWN_PRODUCT,
      quantity: asCount(row.stock_quantity),
      cancellable_quantity: asCount(row.cancellable_quantity),
      image_url: asText(row.image_url),
      cancellation_status: asStatus(row.cancellation_status),
      refund_status: asStatus(row.refund_status),
    },
  ]
}

const REPEATED_FIELDS: readonly string[] = [
  ...Object.keys(ORDER_FIELDS),
  'orderDate',
  'order_status',
  'customer_id',
  'total_amount',
  'tax_amount',
  'combined_tax_rate',
  'delivery_cost',
  'cancel_problem',
  'delay',
  'discount',
  'refunds',
]

function orderDetails(first: Record<string, unknown>, rows: readonly Record<string, unknown>[]): OrderDetails {
  const belongsToOrder = ([field]: [string, unknown]) => REPEATED_FIELDS.includes(field)
  return {
    ...Object.fromEntries(Object.entries(first).filter(belongsToOrder)),
    items: rows.map((row) => Object.fromEntries(Object.entries(row).filter((entry) => !belongsToOrder(entry)))),
  }
}

/** Lists the refunds of an order, the oldest first. */
export function listOrderRefunds({ details }: Pick<Order, 'details'>): { cents: Cents; day: string }[] {
  return asList(details.refunds).flatMap((value) => {
    const row = asRecord(value)
    const [cents, day] = [parseCents(row?.amount), asText(row?.on)]
    return cents === null || day === null ? [] : [{ cents, day }]
  })
}

/** Values that backends send for "none". */
const NO_VALUE = /^(none|null|false|0|no|n\/a)$/i

/** A status or tracking number; `null` when the backend has none. */
function asStatus(value: unknown): string | null {
  const text = value === true ? 'true' : asText(value)
  return text === null || NO_VALUE.test(text) ? null : text
}

/** Normalizes a typed order number: `#`, blanks, invisible characters and full-width digits (R24). */
export function normalizeOrderNumber(text: string): string {
  return cleanInput(text, 'code').replace(/^#/, '')
}
