import { type ShipmentWay, UNTRACKED_WAYS } from '@shop/contract/orders/admin-values'
import type { ShopSettings } from '@shop/contract/pages/shop'
import type { AdminSettings } from '@shop/contract/settings/admin'
import * as z from 'zod/mini'
import type { ChangeContext } from '../../admin/audit/audit.repository.ts'
import { isObject, type Json } from '../../admin/audit/canonical-json.ts'
import { withdrawOperations } from '../../payments/ledger/payments.repository.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { captureNotice, chargeAllOnShipping, chargeProblem, keptChargeNotice, lockPaymentsOf } from '../charge-order.ts'
import {
  changeOrder,
  enqueueHeldMails,
  ORDER_SCOPE,
  type OrderState,
  type OrderVersion,
  orderUndoRule,
  requireOrder,
  withdrawOrCorrectAll,
} from '../order-change.ts'
import { hasShipped, shipProblem } from '../order-status.ts'
import { shipmentChangeMail } from '../orders.mail.ts'
import type { Shipment, StoredOrder } from '../orders.repository.ts'
import { ORDER_STATUSES } from '../orders.tables.ts'
import { operationIn } from '../refunds/refund-to-card.ts'
import { updateShipments } from './shipping.repository.ts'

export type UntrackedWay = (typeof UNTRACKED_WAYS)[number]

type ShipRequest = OrderVersion & { tracking_number: string }

/** Ships an order, or adds a missing number: captures, mails, and ends cancellation. Returns the audit id. */
export function shipOrder(context: ChangeContext, request: ShipRequest): Promise<number> {
  return changeShipment(context, request, 'order.shipped', (order) =>
    numberedShipment(order, request.tracking_number, null),
  )
}

/** The fields of a shipment with a tracking number. Throws the reason if it is not possible. */
export function numberedShipment(order: StoredOrder, tracking_number: string, carrier: string | null): Shipment {
  requireShippable(order)
  const left = { order_status: 'shipped', imported_status: null, shipped_by: null } as const
  return { ...shipmentOf(order), ...left, tracking_number, carrier }
}

/** Ships without a tracking number, as `shipOrder` does. A picked-up order is delivered. Returns the audit id. */
export function shipUntracked(context: ChangeContext, request: OrderVersion & { way: UntrackedWay }): Promise<number> {
  const today = localDay(context.clock())
  return changeShipment(context, request, 'order.shipped', (order) => {
    requireLeaving(order)
    return untrackedShipment(request.way, today)
  })
}

function untrackedShipment(way: UntrackedWay, today: string): Shipment {
  const left = { imported_status: null, tracking_number: null, carrier: null, shipped_by: way }
  return way === 'picked_up'
    ? { ...left, order_status: 'delivered', delivered_on: today }
    : { ...left, order_status: 'shipped', delivered_on: null }
}

/** Replaces the tracking number of a shipped order and notifies the shopper. Returns the id of the audit entry. */
export function correctTracking(context: ChangeContext, request: ShipRequest): Promise<number> {
  return changeShipment(context, request, 'order.tracking_corrected', (order) => {
    requireTracked(order)
    requireOtherNumber(order, request.tracking_number)
    return { ...shipmentOf(order), tracking_number: request.tracking_number, carrier: null }
  })
}

/** The mail of a shipment or corrected number. Throws the reason if it would be refused. */
export function previewShipment(
  { order, payment }: Pick<OrderState, 'order' | 'payment'>,
  { way, tracking_number }: { way: ShipmentWay; tracking_number?: string | undefined },
  now: Date,
): Pick<Shipment, 'order_status' | 'tracking_number' | 'carrier' | 'shipped_by'> {
  const problem = chargeProblem(order, payment, now)
  if (problem !== null) throw new AppError('conflict', problem)
  if (way !== 'tracked') {
    requireLeaving(order)
    return untrackedShipment(way, '')
  }
  const number = requireTrackingNumber({ tracking_number })
  if (order.tracking_number === null) requireShippable(order)
  else requireOtherNumber(order, number)
  return { order_status: 'shipped', tracking_number: number, carrier: null, shipped_by: null }
}

function requireShippable(order: StoredOrder): void {
  const problem = shipProblem(order)
  if (problem !== null) throw new AppError('conflict', problem)
}

function requireLeaving(order: StoredOrder): void {
  requireShippable(order)
  if (order.order_status === 'shipped') throw new AppError('conflict', `Order ${order.order_id} is already shipped.`)
}

export function requireTrackingNumber({ tracking_number }: { tracking_number?: string | undefined }): string {
  if (tracking_number !== undefined) return tracking_number
  const message = 'Please enter the tracking number'
  throw new AppError('invalid_request', message, [{ field: 'tracking_number', message }])
}

function requireOtherNumber({ order_id, tracking_number }: StoredOrder, trackingNumber: string): void {
  if (tracking_number !== trackingNumber) return
  const message = `Order ${order_id} already has this tracking number.`
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
  change: OrderVersion,
  action: string,
  shipmentAfter: (order: StoredOrder) => Shipment,
): Promise<number> {
  return changeOrder(context, change, async (trx, order, tools) => {
    const ships = action === 'order.shipped'
    const [changed] = await writeShipments(trx, [{ order, after: shipmentAfter(order) }], { ...tools, ships })
    return { action, before: changed?.before ?? null, after: changed?.after ?? null }
  })
}

/** Changes shipments of locked orders, with mails and, if it `ships`, captures. Returns audit values by order. */
export async function writeShipments(
  trx: Trx,
  changes: readonly { order: StoredOrder; after: Shipment }[],
  { now, shop, ships }: { now: Date; shop: AdminSettings; ships: boolean },
): Promise<{ order: StoredOrder; before: Json; after: Json }[]> {
  const orders = changes.map(({ order }) => order)
  await updateShipments(
    trx,
    changes.map(({ order, after }) => ({ ...order, ...after })),
  )
  const payments = await lockPaymentsOf(trx, orders)
  const mails = changes.map(({ order, after }) => {
    const payment = payments.get(order.order_id) ?? null
    const money = ships ? captureNotice(order, payment) : null
    return shipmentChangeMail(order, { before: shipmentOf(order), after, money }, shop)
  })
  const mailIds = await enqueueHeldMails(trx, mails, { now, shop })
  const charges = ships ? await chargeAllOnShipping(trx, orders, payments, now) : new Map<string, string>()
  return changes.map(({ order, after }, index) => {
    const charge = charges.get(order.order_id)
    const asked = (id: string | null) => (charge === undefined ? {} : { payment_operation: id })
    return {
      order,
      before: { ...shipmentOf(order), shipment_mail: null, ...asked(null) },
      after: { ...after, shipment_mail: mailIds[index] ?? null, ...asked(charge ?? null) },
    }
  })
}

/** Undoes a shipment, with a mail if one was sent. A capture that has begun stays, and is refunded instead. */
export const undoShipment = orderUndoRule({
  presentOf: ({ order }, { after }) => presentShipment(order, after),
  writeBefore: async (trx, { subject, before, after }, now) => {
    await restoreShipments(trx, [{ order: await requireOrder(trx, subject.id), before, after }], now)
  },
  scope: ORDER_SCOPE,
})

/** The current values of the logged fields. */
export function presentShipment(order: StoredOrder, after: Json): Json {
  const isLogged = ([field]: [string, unknown]) => isObject(after) && field in after
  const shipment = Object.fromEntries(Object.entries(shipmentOf(order)).filter(isLogged))
  const sent = isObject(after) ? Object.entries(after).filter(([field]) => NOT_COMPARED.has(field)) : []
  return { ...shipment, ...Object.fromEntries(sent) }
}

/** Restores shipments of locked orders, corrects sent mails, and withdraws captures that have not begun. */
export async function restoreShipments(
  trx: Trx,
  changes: readonly { order: StoredOrder; before: Json; after: Json }[],
  now: Date,
): Promise<void> {
  const restored = changes.map(({ order, before, after }) => {
    const [from, { shipment_mail: _, ...shipment }] = [z.parse(shipmentEntry, after), z.parse(shipmentEntry, before)]
    return { order, from, shipment, charge: operationIn(after) }
  })
  await updateShipments(
    trx,
    restored.map(({ order, shipment }) => ({ ...order, ...shipment })),
  )
  const payments = await lockPaymentsOf(
    trx,
    restored.map(({ order }) => order),
  )
  const mails = restored.map(({ order, from, shipment }) => {
    const isTakenBack = shipment.order_status === 'processing'
    const money = isTakenBack ? keptChargeNotice(payments.get(order.order_id) ?? null) : null
    return {
      mail: from.shipment_mail ?? null,
      correction: (shop: ShopSettings) => shipmentChangeMail(order, { before: from, after: shipment, money }, shop),
    }
  })
  await withdrawOrCorrectAll(trx, mails, now)
  const charges = restored.flatMap(({ charge }) => (charge === null ? [] : [charge]))
  await withdrawOperations(trx, charges, now)
}

/** Mails and captures, which an undo withdraws if it still can. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['shipment_mail', 'payment_operation'])

const shipmentEntry = z.object({
  order_status: z.enum(ORDER_STATUSES),
  imported_status: z.nullable(z.string()),
  tracking_number: z.nullable(z.string()),
  carrier: z._default(z.nullable(z.string()), null),
  shipped_by: z._default(z.nullable(z.enum(UNTRACKED_WAYS)), null),
  delivered_on: z._default(z.nullable(z.string()), null),
  shipment_mail: z.optional(z.nullable(z.string())),
})

function shipmentOf(order: StoredOrder): Shipment {
  const { order_status, imported_status, tracking_number, carrier, shipped_by, delivered_on } = order
  return { order_status, imported_status, tracking_number, carrier, shipped_by, delivered_on }
}
