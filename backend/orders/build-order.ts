import { priceOn } from '@shop/contract/catalog/calls'
import { paidGoods } from '@shop/contract/order-totals'
import type { StoredProduct } from '../catalog/catalog.repository.ts'
import { NO_ADDRESS } from './order-address.ts'
import type { OrderItem, StoredOrder } from './orders.repository.ts'

type Goods = Pick<OrderItem, 'product_id' | 'product_name' | 'price_cents' | 'quantity' | 'image_file'>
export type ItemDraft = Goods & Partial<OrderItem>
export type SoldGoods = Goods & Pick<OrderItem, 'regular_price_cents'>
type Who = Pick<StoredOrder, 'order_id' | 'order_date' | 'first_name' | 'last_name' | 'email'>
export type OrderDraft = Who & Partial<Omit<StoredOrder, 'items'>> & { items: readonly ItemDraft[] }

/** A complete order from a draft, for imports, demo data and tests. */
export function buildOrder({ items: drafts, ...draft }: OrderDraft): StoredOrder {
  const items = drafts.map((item, position) => buildItem(draft.order_id, position, item))
  return {
    customer_id: null,
    order_status: 'processing',
    imported_status: null,
    total_cents: paidGoods(items),
    discount_code: null,
    discount_cents: items.reduce((sum, { discount_cents }) => sum + discount_cents, 0),
    tax_cents: 0,
    tax_rate_millionths: 0,
    delivery_taxed: 0,
    delivery_name: null,
    ...NO_ADDRESS,
    delivery_cents: 0,
    tracking_number: null,
    estimated_delivery_date: null,
    channel: 'online',
    phone: null,
    state: null,
    shipped_by: null,
    delivered_on: null,
    carrier: null,
    payment: null,
    ship_by: null,
    paid_at: null,
    version: 0,
    ...draft,
    items,
  }
}

/** An open item of an order. Positions start at 0, ids at 1. */
export function buildItem(orderId: string, position: number, draft: ItemDraft): OrderItem {
  return {
    order_item_id: `${orderId}-${position + 1}`,
    order_id: orderId,
    position,
    cancellation_status: null,
    refund_status: null,
    cancellation_reason: null,
    cancellation_details: null,
    cancelled_at: null,
    refunded_at: null,
    regular_price_cents: null,
    discount_cents: 0,
    ...draft,
  }
}

/** A product as an item, with its current name and first picture, and its prices of a day. */
export function itemOf(product: StoredProduct, quantity: number, day: string): SoldGoods {
  const { product_id, product_name, pictures } = product
  const { price_cents, regular_price_cents } = priceOn(product, day)
  return {
    product_id,
    product_name,
    price_cents,
    quantity,
    image_file: pictures[0]?.file ?? null,
    regular_price_cents: regular_price_cents ?? price_cents,
  }
}
