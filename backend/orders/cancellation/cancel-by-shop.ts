import * as z from 'zod/mini'
import type { ChangeContext } from '../../admin/audit/audit.repository.ts'
import { addStock } from '../../catalog/stock.repository.ts'
import { takeSoldStock } from '../../catalog/take-sold-stock.ts'
import { MAIL_HOLD } from '../../mail/enqueue-mail.ts'
import { bumpStockVersion } from '../../platform/database/catalog-version/catalog-version.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { findOrderPayment } from '../card-payment.ts'
import {
  isReleased,
  isRestPaid,
  lockPaymentAndResizeCapture,
  refundNotice,
  releaseReservation,
  requireReservation,
  withdrawRelease,
} from '../charge-order.ts'
import {
  changeOrder,
  enqueueHeldMail,
  type OrderState,
  type OrderUndoRule,
  type OrderVersion,
  orderStateAfter,
  orderUndoRule,
  requireOrder,
  withdrawOrCorrect,
} from '../order-change.ts'
import { listCancellable } from '../order-status.ts'
import { findOrder, type OrderItem, type StoredOrder, updateItems, updateOrder } from '../orders.repository.ts'
import { ORDER_STATUSES } from '../orders.tables.ts'
import { cancellationByShop, cancellationCorrection } from './cancellation.mail.ts'
import { shopCancelProblem } from './cancellation-rules.ts'
import { quantitiesOf, splitOrder, writeSplit } from './split-order.ts'

type CancelledItems = {
  /** Empty: all open items. */
  item_ids: readonly string[]
  /** Units by item, where only some are cancelled. */
  quantities?: Readonly<Record<string, number>>
  reason: string
}

/** Cancels items as the shop, restocks them and mails the shopper. Returns the id of the audit entry. */
export function cancelByShop(context: ChangeContext, request: OrderVersion & CancelledItems): Promise<number> {
  const { item_ids, quantities = {}, reason } = request
  return changeOrder(context, request, async (trx, whole, tools) => {
    const ids = item_ids.length > 0 ? item_ids : listCancellable(whole).map(({ order_item_id }) => order_item_id)
    const order = splitOrder(whole, quantitiesOf(ids, quantities))
    const items = itemsToCancel(order, ids)
    await writeSplit(trx, whole, order)
    const cancelled_at = tools.now.toISOString()
    const after: CancellationState = {
      items: items.map(({ order_item_id, quantity }) => ({
        order_item_id,
        quantity,
        cancellation_status: 'cancelled',
        cancellation_reason: reason,
        cancellation_details: null,
        cancelled_at,
      })),
      ...orderStateAfter(order, items, { cancellation_status: 'cancelled' }),
    }
    await writeCancellationState(trx, order.order_id, after)
    const left = { ...order, items: itemsAfter(order, items) }
    const payment = await lockPaymentAndResizeCapture(trx, left, { now: tools.now, wait: MAIL_HOLD })
    const cancelled = planCancellation({ order, payment }, { item_ids: ids, reason })
    const mail = await enqueueHeldMail(trx, cancellationByShop(order, cancelled, tools.shop), tools)
    await releaseReservation(trx, payment, left.items, { now: tools.now, wait: MAIL_HOLD })
    await addStock(trx, items)
    await bumpStockVersion(trx)
    const before = { ...stateOf(order, items), cancellation_mail: null }
    return { action: 'order.cancelled', before, after: { ...after, cancellation_mail: mail } }
  })
}

function itemsAfter(order: StoredOrder, cancelled: readonly OrderItem[]): OrderItem[] {
  return order.items.map((item) => (cancelled.includes(item) ? { ...item, cancellation_status: 'cancelled' } : item))
}

/** The cancellation text for the shopper. Throws the reason if it is not allowed. */
export function planCancellation(
  { order: whole, payment }: Pick<OrderState, 'order' | 'payment'>,
  { item_ids, quantities = {}, reason }: CancelledItems,
): { items: OrderItem[]; reason: string; money: string | null } {
  const order = splitOrder(whole, quantitiesOf(item_ids, quantities))
  const items = itemsToCancel(order, item_ids)
  return { items, reason, money: refundNotice(payment, itemsAfter(order, items)) }
}

/** The items with these ids. Throws the reason if they cannot be cancelled. */
function itemsToCancel(order: StoredOrder, ids: readonly string[]): OrderItem[] {
  const problem = shopCancelProblem(order, ids)
  if (problem !== null) throw new AppError('conflict', problem)
  return order.items.filter(({ order_item_id }) => ids.includes(order_item_id))
}

const cancellationRule = orderUndoRule({
  presentOf: ({ order, payment }, { after }) => {
    const { success, data } = z.safeParse(cancellationEntry, after)
    if (!success || isReleased(payment)) return null
    const items = itemsOf(order, data)
    const isRefunded = items.some(({ refund_status }) => refund_status !== null)
    if (isRefunded || isRestPaid({ order, payment }, items)) return null
    return { ...withLoggedPieces(stateOf(order, items), data), cancellation_mail: data.cancellation_mail }
  },
  writeBefore: async (trx, { subject, before, after }, now) => {
    const order = await requireOrder(trx, subject.id)
    const [from, to] = [z.parse(cancellationEntry, after), z.parse(cancellationEntry, before)]
    const items = itemsOf(order, from)
    await writeCancellationState(trx, subject.id, to)
    await withdrawOrCorrect(trx, from.cancellation_mail, (shop) => cancellationCorrection(order, items, shop), now)
    await withdrawRelease(trx, subject.id, now)
    await lockPaymentAndResizeCapture(trx, await requireOrder(trx, subject.id), { now, wait: MAIL_HOLD })
    await takeSoldStock(trx, items, ', so the items cannot be put back.')
  },
})

/**
 * Undoes a cancellation by the shop, with a mail if one was sent. Refused without stock, after a refund, and once the
 * rest was paid or the card released, since the items would ship unpaid.
 */
export const undoCancellation: OrderUndoRule = {
  ...cancellationRule,
  lock: async (trx, entry) => {
    await cancellationRule.lock(trx, entry)
    await requireReservation(trx, entry.subject.id)
    const { success, data } = z.safeParse(cancellationEntry, entry.after)
    if (success && (await isAnyUnpaid(trx, entry.subject.id, data))) throw new AppError('conflict', REST_IS_CHARGED)
  },
}

const REST_IS_CHARGED =
  'The rest of the order was paid without these items, so they can’t be put back. Enter them as a new order.'

async function isAnyUnpaid(trx: Trx, orderId: string, cancelled: CancellationState): Promise<boolean> {
  const order = await findOrder(trx, orderId)
  if (order === null) return false
  return isRestPaid({ order, payment: await findOrderPayment(trx, orderId) }, itemsOf(order, cancelled))
}

const cancelledItem = z.object({
  order_item_id: z.string(),
  /** Fewer once some units were refunded. Entries of earlier versions have none. */
  quantity: z.exactOptional(z.int()),
  cancellation_status: z.nullable(z.enum(['cancelled', 'other'])),
  cancellation_reason: z.nullable(z.string()),
  cancellation_details: z.nullable(z.string()),
  cancelled_at: z.nullable(z.string()),
})

const cancellationEntry = z.object({
  items: z.array(cancelledItem),
  order_status: z.enum(ORDER_STATUSES),
  imported_status: z.nullable(z.string()),
  cancellation_mail: z.nullable(z.string()),
})

type CancellationState = Omit<z.infer<typeof cancellationEntry>, 'cancellation_mail'>

function stateOf(order: StoredOrder, items: readonly OrderItem[]): CancellationState {
  const { order_status, imported_status } = order
  return { items: items.map((item) => cancelledItem.parse(item)), order_status, imported_status }
}

/** The state without the quantities that an entry does not have. */
function withLoggedPieces(state: CancellationState, { items: logged }: CancellationState): CancellationState {
  const items = state.items.map(({ quantity, ...item }) => {
    const entry = logged.find(({ order_item_id }) => order_item_id === item.order_item_id)
    return entry?.quantity === undefined || quantity === undefined ? item : { ...item, quantity }
  })
  return { ...state, items }
}

function itemsOf(order: StoredOrder, { items }: CancellationState): OrderItem[] {
  const ids = new Set(items.map(({ order_item_id }) => order_item_id))
  return order.items.filter(({ order_item_id }) => ids.has(order_item_id))
}

async function writeCancellationState(
  trx: Trx,
  orderId: string,
  { items, order_status, imported_status }: CancellationState,
): Promise<void> {
  await updateItems(trx, items)
  await updateOrder(trx, orderId, { order_status, imported_status })
}
