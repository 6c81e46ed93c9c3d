import type { Customer } from '../accounts/accounts.repository.ts'
import type { Database } from '../database/database.ts'
import { type ListedOrder, listGuestOrdersLike, listOrdersByCustomer } from './orders.repository.ts'
import { ownsOrder } from './owns-order.ts'

/** The orders that a customer owns, newest first; those placed as a guest only once the address is confirmed. */
export async function listOrdersOf(
  database: Database,
  customer: Customer,
): Promise<Pick<ListedOrder, 'order_id' | 'order_date'>[]> {
  const { customer_id, email, email_confirmed_at } = customer
  const own = await listOrdersByCustomer(database, customer_id)
  const guest = email_confirmed_at === null ? [] : await listGuestOrdersLike(database, email)
  return [...own, ...guest.filter((order) => ownsOrder(customer, order))]
    .toSorted((a, b) => compare(b.order_date, a.order_date) || compare(b.order_id, a.order_id))
    .map(({ order_id, order_date }) => ({ order_id, order_date }))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
