import type { AdminOrder } from '@shop/contract/orders/admin'
import type { AdminReturn } from '@shop/contract/returns/admin'

type ReturnedItem = { order_item_id: string; quantity: number; product_name: string }

/** The items of a return with their names, and how many of each come back. */
export function returnedItems(order: Pick<AdminOrder, 'items'>, { items }: Pick<AdminReturn, 'items'>): ReturnedItem[] {
  return items.map(({ order_item_id, quantity }) => {
    const item = order.items.find((one) => one.order_item_id === order_item_id)
    return { order_item_id, quantity, product_name: item?.product_name ?? order_item_id }
  })
}
