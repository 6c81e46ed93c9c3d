import { pickFields } from '@shop/contract/fields'
import { dollars } from '@shop/contract/money'
import { ORDER_FIELDS, ORDER_ITEM_FIELDS, type WireOrderRow } from '@shop/contract/orders'
import type { MediaStore } from '../media/media-store.ts'
import type { OrderItem, StoredOrder } from './orders.repository.ts'

/** An order as rows, one per item; order-level fields are repeated in each (R23). */
export function serializeOrder(order: StoredOrder, media: MediaStore): Promise<WireOrderRow[]> {
  return Promise.all(order.items.map((item) => serializeOrderItem(order, item, media)))
}

async function serializeOrderItem(order: StoredOrder, item: OrderItem, media: MediaStore): Promise<WireOrderRow> {
  return {
    ...pickFields(ORDER_FIELDS, order),
    orderDate: order.order_date,
    order_status: order.imported_status ?? order.order_status,
    customer_id: order.customer_id,
    total_amount: dollars(order.total_cents),
    tax_amount: dollars(order.tax_cents),
    combined_tax_rate: order.tax_rate_millionths / 1_000_000,
    delivery_cost: dollars(order.delivery_cents),
    ...pickFields(ORDER_ITEM_FIELDS, item),
    price: dollars(item.price_cents),
    stock_quantity: item.quantity,
    image_url: item.image_file === null ? null : await media.urlOf(item.image_file),
  }
}
