import * as z from 'zod/mini'
import { isObject } from '../audit/json.ts'
import type { ChangeContext } from '../audit/write-audit.ts'
import { AppError } from '../errors/app-error.ts'
import { changeOrder, enqueueHeldMail, requireOrder, withdrawOrCorrect } from './order-change.ts'
import { ORDER_STATUSES, shipProblem } from './order-status.ts'
import { orderUndoRule } from './order-undo.ts'
import { type Shipment, type StoredOrder, updateShipment } from './orders.repository.ts'
import { shipmentChangeMail } from './shipment.mail.ts'

type ShipRequest = { orderId: string; trackingNumber: string; seen: number | null }

/**
 * Marks an order as shipped; from then on nothing can be cancelled. The shopper is notified by mail. Returns the id of the
 * audit entry.
 */
export function shipOrder(context: ChangeContext, request: ShipRequest): Promise<number> {
  return changeShipment(context, request, 'order.shipped', (order) => {
    requireShippable(order)
    return { order_status: 'shipped', imported_status: null, tracking_number: request.trackingNumber }
  })
}

/** Replaces the tracking number of a shipped order, and notifies the shopper. Returns the id of the audit entry. */
export function correctTracking(context: ChangeContext, request: ShipRequest): Promise<number> {
  return changeShipment(context, request, 'order.tracking_corrected', (order) => {
    requireShipped(order)
    requireOtherNumber(order, request.trackingNumber)
    return { ...shipmentOf(order), tracking_number: request.trackingNumber }
  })
}

/** Records that an order has not shipped after all, and notifies the shopper. Returns the id of the audit entry. */
export function takeBackShipment(
  context: ChangeContext,
  request: Omit<ShipRequest, 'trackingNumber'>,
): Promise<number> {
  return changeShipment(context, request, 'order.shipment_taken_back', (order) => {
    requireShipped(order)
    return { order_status: 'processing', imported_status: null, tracking_number: null }
  })
}

/** Throws why an order cannot be shipped; of one that has, why its tracking number cannot be corrected to this one. */
export function checkShipment(order: StoredOrder, trackingNumber: string): void {
  if (order.tracking_number === null) requireShippable(order)
  else requireOtherNumber(order, trackingNumber)
}

function requireShippable(order: StoredOrder): void {
  const problem = shipProblem(order)
  if (problem !== null) throw new AppError('conflict', problem)
}

function requireOtherNumber({ order_id, tracking_number }: StoredOrder, trackingNumber: string): void {
  if (tracking_number !== trackingNumber) return
  const message = `Order ${order_id} has this tracking number already.`
  throw new AppError('conflict', message, [{ field: 'tracking_number', message }])
}

function requireShipped(order: StoredOrder): void {
  if (order.tracking_number === null) throw new AppError('conflict', `Order ${order.order_id} has not shipped yet.`)
}

function changeShipment(
  context: ChangeContext,
  { orderId, seen }: Omit<ShipRequest, 'trackingNumber'>,
  action: string,
  shipmentAfter: (order: StoredOrder) => Shipment,
): Promise<number> {
  return changeOrder(context, { orderId, seen }, async (trx, order, tools) => {
    const [before, after] = [shipmentOf(order), shipmentAfter(order)]
    await updateShipment(trx, orderId, after)
    const mail = await enqueueHeldMail(trx, shipmentChangeMail(order, before, after, tools.shop), tools)
    return { action, before: { ...before, shipment_mail: null }, after: { ...after, shipment_mail: mail } }
  })
}

/** Undoes a change of the shipment, as long as nothing else happened to it. The shopper is notified if the mail has left. */
export const undoShipment = orderUndoRule({
  presentOf: ({ order }, { after }) => {
    const shipment = shipmentOf(order)
    return isObject(after) && 'shipment_mail' in after
      ? { ...shipment, shipment_mail: after.shipment_mail ?? null }
      : shipment
  },
  writeBefore: async (trx, { subject, before, after }, { now }) => {
    const order = await requireOrder(trx, subject.id)
    const [from, to] = [z.parse(shipmentEntry, after), z.parse(shipmentEntry, before)]
    const { shipment_mail: mailBefore = null, ...shipment } = to
    await updateShipment(trx, order.order_id, shipment)
    const shipment_mail = await withdrawOrCorrect(
      trx,
      { mail: from.shipment_mail ?? null, mailBefore },
      (shop) => shipmentChangeMail(order, from, shipment, shop),
      now,
    )
    return { ...shipment, shipment_mail }
  },
})

/** Entries of earlier versions have no mail. */
const shipmentEntry = z.object({
  order_status: z.enum(ORDER_STATUSES),
  imported_status: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  shipment_mail: z.optional(z.nullable(z.string())),
})

function shipmentOf({ order_status, imported_status, tracking_number }: StoredOrder): Shipment {
  return { order_status, imported_status, tracking_number }
}
