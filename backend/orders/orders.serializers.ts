import { dollars } from '@shop/contract/money'
import type { WireOrderRow } from '@shop/contract/orders'
import type { MediaStore } from '../media/media-store.ts'
import type { OrderItem, StoredOrder } from './orders.repository.ts'

/** An order as rows, one per item; order-level fields are repeated in each (R23). */
export function serializeOrder(order: StoredOrder, media: MediaStore): Promise<WireOrderRow[]> {
  return Promise.all(order.items.map((item) => serializeOrderItem(order, item, media)))
}

async function serializeOrderItem(order: StoredOrder, item: OrderItem, media: MediaStore): Promise<WireOrderRow> {
  return {
    order_id: order.order_id,
    orderDate: order.order_date,
    order_status: order.imported_status ?? order.order_status,
    customer_id: order.customer_id,
    total_amount: dollars(order.total_cents),
    tax_amount: dollars(order.tax_cents),
    combined_tax_rate: order.tax_rate_millionths / 1_000_000,
    delivery_cost: dollars(order.delivery_cents),
    tracking_number: order.tracking_number,
    estimated_delivery_date: order.estimated_delivery_date,
    order_item_id: item.order_item_id,
    product_id: item.product_id,
    product_name: item.product_name,
    price: dollars(item.price_cents),
    stock_quantity: item.quantity,
    image_url: item.image_file === null ? null : await media.urlOf(item.image_file),
    cancellation_status: item.cancellation_status,
    refund_status: item.refund_status,
    cancellation_reason: item.cancellation_reason,
  }
}
