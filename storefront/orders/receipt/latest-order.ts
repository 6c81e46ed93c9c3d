import { asCount, asList, asRecord, asText } from '@shop/contract/http/coercion'
import { type ParsedFields, parseFields } from '@shop/contract/http/fields'
import { type Cents, parseCents } from '@shop/contract/money'
import { SHOWN_ITEM_FIELDS } from '@shop/contract/order-item'
import { type Order, parseDiscount } from '@shop/contract/orders/calls'
import { parseJson } from '../../data/storage.ts'
import { formatDate } from '../format-date.ts'

export type LatestOrderItem = Omit<ParsedFields<typeof SHOWN_ITEM_FIELDS, 'product_name'>, 'price_cents'> & {
  product_id: string | null
  image_url: string | null
  quantity: number | null
  /** Price times quantity, `null` when one of them is missing. */
  line_cents: Cents | null
}

/** The order as the confirmation shows it: every text is there, with the fallback where the store has none (R22). */
export type LatestOrder = {
  orderId: string
  orderDate: string
  name: string
  email: string
  /** Address lines; one line with the fallback when there is none. */
  address: string[]
  city: string
  state: string
  zipCode: string
  items: LatestOrderItem[]
  delivery_cents: Cents | null
  discount_cents: Cents | null
  /** The discount by a code; `null` without one. */
  code: Order['discount']
  tax_cents: Cents | null
  total_cents: Cents | null
  estimatedDeliveryDate: string
}

/** `absent`: there is no order in this browser. `broken`: what is there is no JSON or no object. */
export type StoredOrder = { kind: 'absent' } | { kind: 'broken' } | { kind: 'order'; order: LatestOrder }

const MISSING_TEXT = 'N/A'

/** The year 9999, in milliseconds since 1970: later times are written in another form, and mean nothing here. */
const LATEST_TIME = 253_370_764_800_000

/** Reads what local storage holds under `latestOrder`; never throws (R22). */
export function parseLatestOrder(text: string | null): StoredOrder {
  if (text === null) return { kind: 'absent' }
  const row = asRecord(parseJson(text))
  return row === null ? { kind: 'broken' } : { kind: 'order', order: parseOrder(row) }
}

function parseOrder(row: Record<string, unknown>): LatestOrder {
  const to = asRecord(row.deliveryInfo) ?? {}
  const delivery = asRecord(row.delivery) ?? {}
  const address = [asText(to.address1), asText(to.address2)].filter((line) => line !== null)
  return {
    orderId: asText(row.orderId) ?? MISSING_TEXT,
    orderDate: parseDate(row.orderDate),
    name: [asText(to.firstName), asText(to.lastName)].filter((part) => part !== null).join(' ') || 'No name provided',
    email: asText(to.email) ?? MISSING_TEXT,
    address: address.length === 0 ? ['No address provided'] : address,
    city: asText(to.city) ?? MISSING_TEXT,
    state: asText(to.state) ?? MISSING_TEXT,
    zipCode: asText(to.zipCode) ?? MISSING_TEXT,
    items: asList(row.items).flatMap(parseItem),
    delivery_cents: parseCents(delivery.cost),
    discount_cents: parseCents(delivery.discount),
    code: parseDiscount(row.codeDiscount),
    tax_cents: parseCents(row.taxAmount),
    total_cents: parseCents(row.totalWithDeliveryAndTax),
    estimatedDeliveryDate: parseDate(row.estimatedDeliveryDate),
  }
}

function parseItem(value: unknown): LatestOrderItem[] {
  const row = asRecord(value)
  if (row === null) return []
  const { product_name, price_cents, ...shown } = parseFields(SHOWN_ITEM_FIELDS, row)
  const quantity = asCount(row.quantity)
  const line = quantity === null || price_cents === null ? null : price_cents * quantity
  return [
    {
      ...shown,
      product_id: asText(row.product_id),
      product_name: product_name ?? MISSING_TEXT,
      image_url: asText(row.image_url),
      quantity,
      line_cents: line !== null && Number.isSafeInteger(line) ? line : null,
    },
  ]
}

/** ISO dates and milliseconds since 1970 in the shop's own form; any other text is meant for reading and stays as it is. */
function parseDate(value: unknown): string {
  if (typeof value === 'number')
    return Math.abs(value) < LATEST_TIME ? parseDate(new Date(value).toISOString()) : MISSING_TEXT
  const text = asText(value)
  if (text === null) return MISSING_TEXT
  return (/^\d{4}-\d{2}-\d{2}/.test(text) ? formatDate(text) : null) ?? text
}
