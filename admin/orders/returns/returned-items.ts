import type { AdminOrder } from '@shop/contract/orders/admin'
import type { AdminReturn } from '@shop/contract/returns/admin'

/** The items of a return with their names, and how many of each come back. */
export function returnedItems(order: Pick<AdminOrder, 'items'>, { items }: Pick<AdminReturn, 'items'>) {
  return items.map(({ order_item_id, quantity }) => {
    const item = order.items.find((one) => one.order_item_id === order_item_id)
    return { product_name: order_item_id, ...item, order_item_id, quantity }
  })
}
