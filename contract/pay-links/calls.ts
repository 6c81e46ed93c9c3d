import { post } from '../http/call.ts'
import { asCount, asList, asNumber, asRecord, asText } from '../http/coercion.ts'
import { type ParsedFields, parseFields } from '../http/fields.ts'
import { type Cents, roundToCents } from '../money.ts'
import { SHOWN_ITEM_FIELDS } from '../order-item.ts'
import { type Order, parseDiscount } from '../orders/calls.ts'

/**
 * `checking`: being charged, or unknown. `cancelled`: nothing is left to pay. `closed`: the shop takes no cards now.
 */
export const PAY_LINK_STATES = ['open', 'checking', 'paid', 'expired', 'withdrawn', 'cancelled', 'closed'] as const
type PayLinkState = (typeof PAY_LINK_STATES)[number]

export type PayLink = {
  state: PayLinkState
  order_id: string
  asked_cents: Cents
  /** `null` unless it can be paid, or is being paid. */
  order: {
    items: (ParsedFields<typeof SHOWN_ITEM_FIELDS, 'product_name' | 'price'> & {
      quantity: number
      image_url: string | null
    })[]
    goods_cents: Cents
    discount: Order['discount']
    delivery_cents: Cents
    tax_cents: Cents
    total_cents: Cents
  } | null
}

/** `total` is the one shown; the shop charges what it computes itself. */
export type PayByLinkRequest = { token: string; key: string; total: number; billingZip: string; nonce: string }

/** `checking`: it is unknown whether the card was charged. */
export type LinkPayment = { status: 'paid' } | { status: 'checking'; number: string }

/** The token is in the body, since addresses are logged. */
export const payLinkCalls = {
  showPayLink: post<PayLink, { body: { token: string } }>('/api/showPayLink', parsePayLink),
  payByLink: post<LinkPayment, { body: PayByLinkRequest }>('/api/payByLink', parseLinkPayment),
}

function parsePayLink(body: unknown): PayLink {
  const row = asRecord(body)
  const state = PAY_LINK_STATES.find((one) => one === row?.state)
  const order_id = asText(row?.order_id)
  if (state === undefined || order_id === null) throw new TypeError('not a link')
  return { state, order_id, asked_cents: centsOf(row?.asked), order: parseOrder(row?.order) }
}

function parseOrder(value: unknown): PayLink['order'] {
  const row = asRecord(value)
  if (row === null) return null
  const items = asList(row.items).flatMap((one) => {
    const item = asRecord(one) ?? {}
    const { product_name, price_cents, ...shown } = parseFields(SHOWN_ITEM_FIELDS, item)
    if (product_name === null) return []
    const [quantity, image_url] = [asCount(item.quantity) ?? 0, asText(item.image_url)]
    return [{ ...shown, product_name, price_cents: price_cents ?? 0, quantity, image_url }]
  })
  return {
    items,
    goods_cents: centsOf(row.goods),
    discount: parseDiscount(row.discount),
    delivery_cents: centsOf(row.delivery),
    tax_cents: centsOf(row.tax),
    total_cents: centsOf(row.total),
  }
}

function centsOf(value: unknown): Cents {
  return roundToCents(asNumber(value) ?? 0)
}

function parseLinkPayment(body: unknown): LinkPayment {
  const row = asRecord(body)
  if (row?.status === 'paid') return { status: 'paid' }
  if (row?.status === 'checking') return { status: 'checking', number: asText(row.number) ?? '' }
  throw new TypeError('not an answer about a payment')
}
