import { addStock } from '../catalog/catalog.repository.ts'
import { raiseCatalogVersion } from '../catalog/catalog-version.ts'
import type { Context } from '../context.ts'
import { inTransaction, type Trx } from '../database/database.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { Refusal } from '../refusal.ts'
import { cancellationForShop, cancellationForShopper } from './cancellation.mail.ts'
import { ALREADY_SHIPPED, cancelRefusal, statusAfter } from './order-states.ts'
import { findOrder, holdUnshipped, type StoredOrder, updateCancelled, updateOrderStatus } from './orders.repository.ts'

export type CancelRequest = { itemIds: readonly string[]; reason: string; details: string }

/**
 * Cancels items of an order: statuses, stock and messages change together or not at all (R26). Refuses when the order
 * has shipped or an item is not open, so that posting the same request again changes nothing more.
 */
export async function cancelItems(
  { database, clock, settings, catalogVersion }: Pick<Context, 'database' | 'clock' | 'settings' | 'catalogVersion'>,
  orderId: string,
  { reason, details, itemIds }: CancelRequest,
): Promise<void> {
  const now = clock()
  const chosen = [...new Set(itemIds)]
  await inTransaction(database, async (trx) => {
    await raiseCatalogVersion(trx)
    const order = await requireCancellable(trx, orderId, chosen)
    const changed = await updateCancelled(trx, orderId, chosen, { reason, details, now })
    if (changed !== chosen.length)
      throw new Refusal('conflict', 'This order has just changed. Please look it up again.')
    const items = order.items.filter(({ order_item_id }) => chosen.includes(order_item_id))
    for (const { product_id, quantity } of items) await addStock(trx, product_id, quantity)
    await updateOrderStatus(trx, orderId, statusAfter((await findOrder(trx, orderId)) ?? order))
    const cancellation = { items, reason, details }
    await enqueueMail(trx, cancellationForShop(order, cancellation, settings.mailTo), now)
    await enqueueMail(trx, cancellationForShopper(order, cancellation), now)
  })
  await catalogVersion.refresh()
}

/** The order as it stands while nobody else can ship it, or a 409 that says why its items cannot be cancelled. */
async function requireCancellable(trx: Trx, orderId: string, itemIds: readonly string[]): Promise<StoredOrder> {
  if (!(await holdUnshipped(trx, orderId))) throw new Refusal('conflict', ALREADY_SHIPPED)
  const order = await findOrder(trx, orderId)
  if (order === null) throw new Refusal('conflict', ALREADY_SHIPPED)
  const refusal = cancelRefusal(order, itemIds)
  if (refusal !== null) throw new Refusal('conflict', refusal)
  return order
}
