import { type ShipmentWay, UNTRACKED_WAYS } from '@shop/contract/admin/orders'
import type { ShopSettings } from '@shop/contract/shop'
import * as z from 'zod/mini'
import type { ChangeContext } from '../admin/audit/audit.repository.ts'
import { isObject } from '../admin/audit/audit.repository.ts'
import { withdrawOperation } from '../checkout/payments/payments.repository.ts'
import { AppError } from '../http/errors/app-error.ts'
import { localDay } from '../lib/local-day.ts'
import { findOrderPayment, lockOrderPayment } from './card-payment.ts'
import { chargeOnShipping, chargeProblem, moneyOfShipped, withdrawCharge } from './charge-order.ts'
import {
  changeOrder,
  enqueueHeldMail,
  ORDER_SCOPE,
  type OrderState,
  orderUndoRule,
  requireOrder,
  withdrawOrCorrect,
} from './order-change.ts'
import { hasShipped, shipProblem, statusAfter } from './order-status.ts'
import { shipmentChangeMail } from './orders.mail.ts'
import { type Shipment, type StoredOrder, updateOrder } from './orders.repository.ts'
import { ORDER_STATUSES } from './orders.tables.ts'
import { operationIn } from './pay-back-to-card.ts'

/** How an order leaves without a tracking number. */
export type UntrackedWay = (typeof UNTRACKED_WAYS)[number]

type OrderVersion = { orderId: string; seen: number | null }
type ShipRequest = OrderVersion & { trackingNumber: string }

/**
 * Marks an order as shipped, or gives a number to one that shipped without; from then on nothing can be cancelled. The
 * shopper is notified by mail, and what is reserved on a card is charged. Returns the id of the audit entry.
 */
export function shipOrder(context: ChangeContext, request: ShipRequest): Promise<number> {
  return changeShipment(context, request, 'order.shipped', (order) => {
    requireShippable(order)
    const { trackingNumber: tracking_number } = request
    return {
      ...shipmentOf(order),
      order_status: 'shipped',
      imported_status: null,
      tracking_number,
      shipped_by: null,
    }
  })
}

/**
 * Marks an order as shipped without a tracking number; one that was picked up is delivered with that. From then on nothing
 * can be cancelled. The shopper is notified by mail. Returns the id of the audit entry.
 */
export function shipUntracked(context: ChangeContext, request: OrderVersion & { way: UntrackedWay }): Promise<number> {
  const today = localDay(context.clock())
  return changeShipment(context, request, 'order.shipped', (order) => {
    requireLeaving(order)
    return untrackedShipment(request.way, today)
  })
}

/** What an order is once it has left in this way. */
function untrackedShipment(way: UntrackedWay, today: string): Shipment {
  const left = { imported_status: null, tracking_number: null, shipped_by: way }
  return way === 'picked_up'
    ? { ...left, order_status: 'delivered', delivered_on: today }
    : { ...left, order_status: 'shipped', delivered_on: null }
}

/** Replaces the tracking number of a shipped order, and notifies the shopper. Returns the id of the audit entry. */
export function correctTracking(context: ChangeContext, request: ShipRequest): Promise<number> {
  return changeShipment(context, request, 'order.tracking_corrected', (order) => {
    requireTracked(order)
    requireOtherNumber(order, request.trackingNumber)
    return { ...shipmentOf(order), tracking_number: request.trackingNumber }
  })
}

const TAKEN_BACK = 'order.shipment_taken_back'

/**
 * Records that an order has not shipped after all, and notifies the shopper. A charge that the gateway was not asked for yet
 * is withdrawn. Returns the id of the audit entry.
 */
export function takeBackShipment(context: ChangeContext, request: OrderVersion): Promise<number> {
  return changeShipment(context, request, TAKEN_BACK, (order) => {
    if (!hasShipped(order)) throw notShippedYet(order)
    return {
      // One that was cancelled or paid back as a whole is nothing to ship.
      order_status: statusAfter({ order_status: 'processing', items: order.items }),
      imported_status: null,
      tracking_number: null,
      shipped_by: null,
      delivered_on: null,
    }
  })
}

/** What a shipment would make of an order, or of its tracking number; throws why it would be refused. */
export function previewShipment(
  { order, payment }: Pick<OrderState, 'order' | 'payment'>,
  { way, tracking_number }: { way: ShipmentWay; tracking_number?: string | undefined },
  now: Date,
): Pick<Shipment, 'order_status' | 'tracking_number' | 'shipped_by'> {
  const problem = chargeProblem(order, payment, now)
  if (problem !== null) throw new AppError('conflict', problem)
  if (way !== 'tracked') {
    requireLeaving(order)
    return untrackedShipment(way, '')
  }
  const number = requireTrackingNumber({ tracking_number })
  if (order.tracking_number === null) requireShippable(order)
  else requireOtherNumber(order, number)
  return { order_status: 'shipped', tracking_number: number, shipped_by: null }
}

function requireShippable(order: StoredOrder): void {
  const problem = shipProblem(order)
  if (problem !== null) throw new AppError('conflict', problem)
}

/** Throws why an order cannot leave without a tracking number. */
function requireLeaving(order: StoredOrder): void {
  requireShippable(order)
  if (order.order_status === 'shipped') throw new AppError('conflict', `Order ${order.order_id} is already shipped.`)
}

/** The number of a tracked shipment, or the error beside its field. */
export function requireTrackingNumber({ tracking_number }: { tracking_number?: string | undefined }): string {
  if (tracking_number !== undefined) return tracking_number
  const message = 'Please enter the tracking number'
  throw new AppError('invalid_request', message, [{ field: 'tracking_number', message }])
}

function requireOtherNumber({ order_id, tracking_number }: StoredOrder, trackingNumber: string): void {
  if (tracking_number !== trackingNumber) return
  const message = `Order ${order_id} has this tracking number already.`
  throw new AppError('conflict', message, [{ field: 'tracking_number', message }])
}

function requireTracked(order: StoredOrder): void {
  if (order.tracking_number !== null) return
  const { order_id } = order
  throw hasShipped(order) ? new AppError('conflict', `Order ${order_id} has no tracking number.`) : notShippedYet(order)
}

function notShippedYet({ order_id }: StoredOrder): AppError {
  return new AppError('conflict', `Order ${order_id} has not shipped yet.`)
}

function changeShipment(
  context: ChangeContext,
  { orderId, seen }: OrderVersion,
  action: string,
  shipmentAfter: (order: StoredOrder) => Shipment,
): Promise<number> {
  return changeOrder(context, { orderId, seen }, async (trx, order, tools) => {
    const [before, after] = [shipmentOf(order), shipmentAfter(order)]
    await updateOrder(trx, orderId, after)
    const isShipped = action === 'order.shipped'
    const money = isShipped ? moneyOfShipped(order, await findOrderPayment(trx, orderId)) : null
    const mail = await enqueueHeldMail(trx, shipmentChangeMail(order, { before, after, money }, tools.shop), tools)
    const changed = { action, before: { ...before, shipment_mail: null }, after: { ...after, shipment_mail: mail } }
    const charge = isShipped ? await chargeOnShipping(trx, order, tools.now) : null
    if (action === TAKEN_BACK) await withdrawCharge(trx, await lockOrderPayment(trx, orderId), tools.now)
    if (charge === null) return changed
    return {
      action,
      before: { ...changed.before, payment_operation: null },
      after: { ...changed.after, payment_operation: charge },
    }
  })
}

/**
 * Undoes a change of the shipment, as long as nothing else happened to it. The shopper is notified if the mail has left. What
 * the gateway was asked for by then stays: the money is paid back by a refund.
 */
export const undoShipment = orderUndoRule({
  presentOf: ({ order }, { after }) => {
    // Entries of earlier versions hold fewer fields.
    const isLogged = ([field]: [string, unknown]) => isObject(after) && field in after
    const shipment = Object.fromEntries(Object.entries(shipmentOf(order)).filter(isLogged))
    const sent = isObject(after) ? Object.entries(after).filter(([field]) => NOT_COMPARED.has(field)) : []
    return { ...shipment, ...Object.fromEntries(sent) }
  },
  writeBefore: async (trx, { action, subject, before, after }, now) => {
    const order = await requireOrder(trx, subject.id)
    const [from, { shipment_mail: _, ...shipment }] = [z.parse(shipmentEntry, after), z.parse(shipmentEntry, before)]
    await updateOrder(trx, order.order_id, shipment)
    const change = { before: from, after: shipment, money: null }
    const correction = (shop: ShopSettings) => shipmentChangeMail(order, change, shop)
    await withdrawOrCorrect(trx, from.shipment_mail ?? null, correction, now)
    const charge = operationIn(after)
    if (charge !== null) await withdrawOperation(trx, charge, now)
    // What was taken back has left after all.
    if (action === TAKEN_BACK) await chargeOnShipping(trx, order, now)
  },
  scope: ORDER_SCOPE,
})

/** What an undo withdraws where it still can, and otherwise leaves. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['shipment_mail', 'payment_operation'])

/** Entries of earlier versions have no mail, no way and no day. */
const shipmentEntry = z.object({
  order_status: z.enum(ORDER_STATUSES),
  imported_status: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  shipped_by: z._default(z.nullable(z.enum(UNTRACKED_WAYS)), null),
  delivered_on: z._default(z.nullable(z.string()), null),
  shipment_mail: z.optional(z.nullable(z.string())),
})

/** The columns of an order that shipping and arriving change. */
function shipmentOf(order: StoredOrder): Shipment {
  const { order_status, imported_status, tracking_number, shipped_by, delivered_on } = order
  return { order_status, imported_status, tracking_number, shipped_by, delivered_on }
}
