import * as z from 'zod/mini'
import { type ChangeContext, writeAudit } from '../../admin/audit/audit.repository.ts'
import type { Json } from '../../admin/audit/canonical-json.ts'
import type { UndoRule } from '../../admin/audit/undo-change.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import {
  changeOrder,
  ORDER_SCOPE,
  type OrderVersion,
  orderUndoRule,
  requireOrder,
  SEVERAL_ORDERS,
} from '../order-change.ts'
import { deliverProblem } from '../order-status.ts'
import { findOrder, type StoredOrder, updateOrder } from '../orders.repository.ts'
import { ORDER_STATUSES } from '../orders.tables.ts'
import { idsIn } from './shipping.repository.ts'

/** Records, corrects or, with `null`, clears the day of arrival without a mail. Returns the audit id. */
export function markDelivered(
  context: ChangeContext,
  { delivered_on, ...change }: OrderVersion & { delivered_on: string | null },
): Promise<number> {
  const today = localDay(context.clock())
  return changeOrder(context, change, async (trx, order) => {
    const after = deliveryAfter(order, delivered_on, today)
    await updateOrder(trx, order.order_id, after)
    const action = delivered_on === null ? 'order.delivery_taken_back' : 'order.delivered'
    return { action, before: delivery.parse(order), after }
  })
}

/** Records the arrival of several orders as one change, all or none. Returns the id of the audit entry. */
export function markSeveralDelivered(
  { database, clock, actor }: ChangeContext,
  { order_ids, delivered_on }: { order_ids: readonly string[]; delivered_on: string },
): Promise<number> {
  return inTransaction(database, async (trx) => {
    const now = clock()
    const [before, after]: [Record<string, Json>, Record<string, Json>] = [{}, {}]
    // In one order, so two such changes cannot deadlock.
    for (const orderId of [...new Set(order_ids)].sort()) {
      const order = await requireOrder(trx, orderId)
      const arrived = deliveryAfter(order, delivered_on, localDay(now))
      await updateOrder(trx, orderId, arrived)
      before[orderId] = delivery.parse(order)
      after[orderId] = arrived
    }
    return writeAudit(trx, { at: now, actor, action: 'orders.delivered', subject: SEVERAL_ORDERS, before, after })
  })
}

/** The stored fields of an arrival. Throws the reason if the day is not possible. */
function deliveryAfter(order: StoredOrder, deliveredOn: string | null, today: string): Delivery {
  const problem = deliverProblem(order, deliveredOn)
  if (problem !== null) throw new AppError('conflict', problem)
  if (deliveredOn === null) return { order_status: 'shipped', imported_status: null, delivered_on: null }
  const message =
    deliveredOn > today
      ? 'This day is in the future.'
      : deliveredOn < order.order_date
        ? `Order ${order.order_id} was placed after this day.`
        : null
  if (message !== null) throw new AppError('conflict', message, [{ field: 'delivered_on', message }])
  return { order_status: 'delivered', imported_status: null, delivered_on: deliveredOn }
}

const delivery = z.object({
  order_status: z.enum(ORDER_STATUSES),
  imported_status: z.nullable(z.string()),
  delivered_on: z.nullable(z.string()),
})
type Delivery = z.infer<typeof delivery>

const deliveries = z.record(z.string(), delivery)

export const undoDelivery = orderUndoRule({
  presentOf: ({ order }) => delivery.parse(order),
  writeBefore: (trx, { subject, before }) => updateOrder(trx, subject.id, delivery.parse(before)),
  scope: ORDER_SCOPE,
})

export const undoDeliveries: UndoRule = {
  lock: async (trx, { after }) => {
    for (const orderId of idsIn(after)) await requireOrder(trx, orderId)
  },
  readPresent: async (database, { after }) => {
    const present: Record<string, Json> = {}
    for (const orderId of idsIn(after)) {
      const order = await findOrder(database, orderId)
      present[orderId] = order === null ? null : delivery.parse(order)
    }
    return present
  },
  writeBefore: async (trx, { before }) => {
    for (const [orderId, values] of Object.entries(deliveries.parse(before))) await updateOrder(trx, orderId, values)
  },
  scope: ORDER_SCOPE,
}
