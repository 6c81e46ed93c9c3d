import { addStock } from '../../catalog/stock.repository.ts'
import { enqueueMail } from '../../mail/enqueue-mail.ts'
import type { Context } from '../../platform/context.ts'
import { bumpStockVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import { inTransaction, type Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { toFamilyOf } from '../../platform/settings/settings.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { lockPaymentAndResizeCapture, refundNotice, releaseReservation } from '../charge-order.ts'
import { statusAfter } from '../order-status.ts'
import {
  lockOrder,
  type OrderItem,
  type StoredOrder,
  updateCancelled,
  updateStatusClearingImported,
} from '../orders.repository.ts'
import { cancellationForShop, cancellationForShopper, cancellationMailIds } from './cancellation.mail.ts'
import { cancelProblem } from './cancellation-rules.ts'
import { quantitiesOf, splitOrder, writeSplit } from './split-order.ts'

export type CancelRequest = {
  itemIds: readonly string[]
  /** Units by item, where only some are cancelled. */
  quantities?: Readonly<Record<string, number>>
  reason: string
  details: string
}

/** Cancels items, with statuses, stock and messages in one transaction (R26). A repeated request is refused. */
export async function cancelItems(
  context: Pick<Context, 'database' | 'clock' | 'settings' | 'catalogVersion'>,
  orderId: string,
  request: CancelRequest,
): Promise<void> {
  const now = context.clock()
  await inTransaction(context.database, async (trx) => {
    const order = await requireCancellable(trx, orderId, request.itemIds)
    await cancelLockedItems(trx, order, request, { now, settings: context.settings })
  })
  await context.catalogVersion.refresh()
}

/** Cancels open items of a locked, unshipped order. The caller then updates the version of the catalog. */
export async function cancelLockedItems(
  trx: Trx,
  whole: StoredOrder,
  { reason, details, itemIds, quantities = {} }: CancelRequest,
  { now, settings }: { now: Date; settings: Context['settings'] },
): Promise<void> {
  const { order_id } = whole
  const order = splitOrder(whole, quantitiesOf(itemIds, quantities))
  await writeSplit(trx, whole, order)
  const chosen = new Set(itemIds)
  const isChosen = ({ order_item_id }: OrderItem) => chosen.has(order_item_id)
  await updateCancelled(trx, [...chosen], { reason, details, now })
  const after = order.items.map((item) =>
    isChosen(item) ? { ...item, cancellation_status: 'cancelled' as const } : item,
  )
  await updateStatusClearingImported(trx, order, statusAfter({ ...order, items: after }))
  const items = order.items.filter(isChosen)
  const cancellation = { items, reason, details }
  const shop = await getShopSettings(trx)
  const ids = cancellationMailIds(items[0]?.order_item_id ?? order_id, now.toISOString())
  const notice = cancellationForShop(order, cancellation, toFamilyOf(settings, shop))
  await enqueueMail(trx, notice, { now, shop, id: ids.shop })
  const payment = await lockPaymentAndResizeCapture(trx, { ...order, items: after }, { now, wait: 0 })
  const money = refundNotice(payment, after)
  await enqueueMail(trx, cancellationForShopper(order, { items, reason, money }, shop), { now, shop, id: ids.shopper })
  await releaseReservation(trx, payment, after, { now, wait: 0 })
  // Last, since other cancellations wait for these rows until the commit.
  await addStock(trx, items)
  await bumpStockVersion(trx)
}

/** The locked order. Throws a 409 with the reason if its items cannot be cancelled. */
async function requireCancellable(trx: Trx, orderId: string, itemIds: readonly string[]): Promise<StoredOrder> {
  const order = await lockOrder(trx, orderId)
  if (order === null) throw new AppError('conflict', 'This order has just changed. Please look it up again.')
  const problem = cancelProblem(order, itemIds)
  if (problem !== null) throw new AppError('conflict', problem)
  return order
}
