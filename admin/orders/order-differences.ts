import type { AdminOrder, AdminOrderItem } from '@shop/contract/admin/orders'
import { formatMoney } from '@shop/contract/money'

export type OrderDifference = { label: string; was: string; is: string }

/** What differs between two versions of an order, in words; an order that only got a note says so. */
export function differencesOf(before: AdminOrder, now: AdminOrder): OrderDifference[] {
  const facts: [string, (order: AdminOrder) => string][] = [
    ['Status', ({ status }) => status],
    ['Tracking number', ({ tracking_number }) => tracking_number ?? 'None'],
    ['Delivered on', ({ delivered_on }) => delivered_on ?? 'Unknown'],
    ['Delivery address', ({ delivery_address }) => delivery_address ?? 'None'],
    ['Payment', ({ payment }) => payment ?? 'Unknown'],
    ['Paid back', ({ refunded_cents }) => formatMoney(refunded_cents)],
    ...now.items.map(({ order_item_id, quantity, product_name }): [string, (order: AdminOrder) => string] => [
      `${quantity} × ${product_name}`,
      ({ items }) => stateOf(items.find((item) => item.order_item_id === order_item_id)),
    ]),
    ['Last event', ({ events }) => events[0]?.text ?? 'None'],
  ]
  return facts.map(([label, read]) => ({ label, was: read(before), is: read(now) })).filter(({ was, is }) => was !== is)
}

function stateOf(item: AdminOrderItem | undefined): string {
  if (item === undefined) return 'None'
  const states = [
    ...(item.cancellation_status === null ? [] : ['cancelled']),
    ...(item.refund_status === null ? [] : ['paid back']),
  ]
  return states.length === 0 ? 'open' : states.join(', ')
}
