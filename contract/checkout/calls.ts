import { DISCOUNT_KINDS, type Discount } from '../discounts/rules.ts'
import { get, post } from '../http/call.ts'
import { asList, asNumber, asRecord, asText } from '../http/coercion.ts'
import { parseCents, roundToCents } from '../money.ts'

/** Amounts are in dollars, as shown; the shop charges what it computes itself. */
export type PlaceOrderRequest = {
  /** A UUID made per press of Pay Now; the secret that reads the result. */
  key: string
  items: { product_id: string; quantity: number; price: number }[]
  delivery_type_id: string
  customer: { firstName: string; lastName: string; email: string; phone: string }
  address: { address1: string; address2: string; city: string; state: string; zipCode: string }
  billingZip: string
  nonce: string
  discountCode?: string
  total: number
  estimatedDeliveryDate: string | null
}

/** Fields that can differ from what the shopper saw; a conflict names them in `details`. */
export const CHANGED_LINE_FIELDS = ['product_id', 'quantity', 'price'] as const
export const CHANGED_FIELDS = ['items', 'delivery_type_id', 'total', 'estimatedDeliveryDate', 'discountCode'] as const
export type ChangedField = (typeof CHANGED_FIELDS)[number] | `items.${number}.${(typeof CHANGED_LINE_FIELDS)[number]}`

/** `order` is stored for the confirmation page; `checking`: it is unknown whether the card was charged. */
export type PlacementResult =
  | { status: 'placed'; order: Readonly<Record<string, unknown>> }
  | { status: 'checking'; number: string }

export const placingCalls = {
  placeOrder: post<PlacementResult, { body: PlaceOrderRequest }>('/api/placeOrder', parsePlacement, {
    bearer: 'optional',
  }),
  checkDiscountCode: post<Discount, { body: { code: string; productIds: string[] } }>('/api/discountCode', parseCode),
  reportCardFailure: post<true>('/api/card-failures', () => true),
  getPlacement: get<PlacementResult, { params: { key: string } }>('/api/placeOrder/:key', parsePlacement),
}

function parseCode(body: unknown): Discount {
  const row = asRecord(body)
  const code = asText(row?.code)
  const kind = DISCOUNT_KINDS.find((one) => one === row?.kind)
  const [value, minimum_cents] = [asNumber(row?.value), parseCents(row?.minimum)]
  if (code === null || kind === undefined || value === null || minimum_cents === null) throw new TypeError('not a code')
  const product_ids = row?.productIds === null ? null : asList(row?.productIds).flatMap((id) => asText(id) ?? [])
  return { code, kind, value: kind === 'percent' ? value : roundToCents(value), product_ids, minimum_cents }
}

/** Parses the state of a payment attempt; throws for any other body. */
export function parsePlacement(body: unknown): PlacementResult {
  const row = asRecord(body)
  const order = asRecord(row?.order)
  if (row?.status === 'placed' && order !== null) return { status: 'placed', order }
  if (row?.status === 'checking') return { status: 'checking', number: asText(row.number) ?? '' }
  throw new TypeError('not an answer about an order')
}
