import type { OrderListEntry } from '@shop/contract/orders'
import { formatDate } from './format-date.ts'

/** `Order # 17 - 11/21/2026`, the entry of the dropdown (R25). */
export function orderLabel(entry: OrderListEntry): string {
  return `Order # ${entry.order_id} - ${formatDate(entry.order_date) ?? 'N/A'}`
}
