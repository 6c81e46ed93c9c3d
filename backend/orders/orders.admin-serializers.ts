import type { AdminOrder, AdminOrderItem, ListedOrder, OrderEvent } from '@shop/contract/admin/orders'
import type { MediaStore } from '../media/media-store.ts'
import { findCarrier } from './carriers.ts'
import { paidCents, refundedCents } from './order-money.ts'
import type { Refund } from './order-refunds.repository.ts'
import { shipProblem } from './order-states.ts'
import type { OrderItem, StoredOrder } from './orders.repository.ts'
import type { OrderRow } from './orders-page.repository.ts'

/** An order as the admin's list shows it. */
export function serializeListedOrder(order: OrderRow, toPayBack: boolean): ListedOrder {
  return {
    order_id: order.order_id,
    order_date: order.order_date,
    name: `${order.first_name} ${order.last_name}`,
    email: order.email,
    channel: order.channel,
    status: order.imported_status ?? order.order_status,
    total_cents: paidCents(order),
    to_pay_back: toPayBack,
  }
}

/** An order as its page in the admin shows it. */
export async function serializeAdminOrder(
  order: StoredOrder,
  { refunds, events }: { refunds: readonly Refund[]; events: OrderEvent[] },
  media: MediaStore,
): Promise<AdminOrder> {
  return {
    order_id: order.order_id,
    order_date: order.order_date,
    first_name: order.first_name,
    last_name: order.last_name,
    email: order.email,
    channel: order.channel,
    status: order.imported_status ?? order.order_status,
    goods_cents: order.total_cents,
    delivery_cents: order.delivery_cents,
    tax_cents: order.tax_cents,
    paid_cents: paidCents(order),
    refunded_cents: refundedCents(refunds),
    tracking_number: order.tracking_number,
    carrier: order.tracking_number === null ? null : findCarrier(order.tracking_number),
    estimated_delivery_date: order.estimated_delivery_date,
    ship_problem: shipProblem(order),
    items: await Promise.all(order.items.map((item) => serializeItem(item, media))),
    events,
    version: order.version,
  }
}

async function serializeItem(item: OrderItem, media: MediaStore): Promise<AdminOrderItem> {
  return {
    order_item_id: item.order_item_id,
    product_id: item.product_id,
    product_name: item.product_name,
    price_cents: item.price_cents,
    quantity: item.quantity,
    image_url: item.image_file === null ? null : await media.urlOf(item.image_file),
    cancellation_status: item.cancellation_status,
    refund_status: item.refund_status,
    cancellation_reason: item.cancellation_reason,
    cancellation_details: item.cancellation_details,
  }
}
