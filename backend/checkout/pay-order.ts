import { dueFor } from '@shop/contract/order-money'
import { lockOrder, type StoredOrder, updateOrder } from '../orders/orders.repository.ts'
import type { Trx } from '../platform/database/database.ts'
import type { Placement } from './placements.repository.ts'

/** Marks an order as paid by card and locks it. Returns the reason if it was paid otherwise or costs more. */
export async function payOrder(
  trx: Trx,
  orderId: string,
  { total_cents }: Pick<Placement, 'total_cents'>,
): Promise<StoredOrder | string> {
  const order = await lockOrder(trx, orderId)
  if (order === null) return 'the order no longer exists'
  if (order.payment !== 'unpaid') return 'it has since been paid in another way'
  const { total } = dueFor(order)
  if (total === 0) return 'it has since been cancelled'
  if (total > total_cents) return 'it has changed since'
  await updateOrder(trx, orderId, { payment: 'card' })
  return order
}
