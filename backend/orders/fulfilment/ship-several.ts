import { join } from 'node:path'
import type { TrackingPreview } from '@shop/contract/orders/shipping'
import { findCarrier, listTrackingNumbers } from '@shop/contract/orders/tracking'
import { type ChangeContext, writeAudit } from '../../admin/audit/audit.repository.ts'
import type { UndoRule } from '../../admin/audit/undo-change.ts'
import { listPaymentsOfOrders } from '../../payments/ledger/payments.repository.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { inThread } from '../../platform/http/in-thread.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { chargeProblem } from '../charge-order.ts'
import { ORDER_SCOPE, SEVERAL_ORDERS } from '../order-change.ts'
import { shipProblem } from '../order-status.ts'
import type { StoredOrder } from '../orders.repository.ts'
import { numberedShipment, presentShipment, restoreShipments, writeShipments } from './ship-order.ts'
import { findOrders, idsIn, insertSharedChange, lockOrders, partOf } from './shipping.repository.ts'
import { parseTrackingFile, type RefusedRow } from './tracking-file.ts'

/** Orders that a tracking file would ship, and rows that it would not. */
type Preview = Pick<TrackingPreview, 'shipments' | 'refused'>

/** Previews a tracking file. Throws the reason if it cannot be parsed. */
export async function previewTracking(database: Database, text: string, now: Date): Promise<Preview> {
  const { rows, refused, problem } = await inThread(join(import.meta.dirname, 'tracking-file.ts'), parseTrackingFile, [
    text,
  ])
  if (problem !== null) throw new AppError('invalid_request', problem, [{ field: 'text', message: problem }])
  const ids = rows.map(({ orderId }) => orderId)
  const orders = await findOrders(database, ids)
  const payments = await listPaymentsOfOrders(database, ids)
  const shipments: Preview['shipments'] = []
  const problems: RefusedRow[] = [...refused]
  for (const { row, orderId, trackingNumber, carrier } of rows) {
    const order = orders.get(orderId)
    const message =
      order === undefined
        ? `There is no order ${orderId}.`
        : (shipProblem(order) ?? chargeProblem(order, payments.get(orderId) ?? null, now))
    if (order === undefined || message !== null) {
      problems.push({ row, message: message ?? '' })
      continue
    }
    shipments.push({
      order_id: orderId,
      version: order.version,
      name: `${order.first_name} ${order.last_name}`,
      tracking_number: trackingNumber,
      carrier: carrier ?? findCarrier(listTrackingNumbers(trackingNumber)[0] ?? '')?.name ?? null,
    })
  }
  return { shipments, refused: problems.sort((one, other) => one.row - other.row) }
}

type Shipped = { order_id: string; tracking_number: string; carrier: string | null; version: number }

const NONE_SHIPPED = 'No order was shipped.'

/** Ships several orders as one change, all or none, as `shipOrder` does. Returns the audit id. */
export function shipSeveral({ database, clock, actor }: ChangeContext, shipments: readonly Shipped[]): Promise<number> {
  const byOrder = new Map(shipments.map((shipment) => [shipment.order_id, shipment]))
  const repeated = shipments.find((shipment) => byOrder.get(shipment.order_id) !== shipment)
  if (repeated !== undefined) {
    throw new AppError('conflict', `Order ${repeated.order_id} is listed twice. ${NONE_SHIPPED}`)
  }
  return inTransaction(database, async (trx) => {
    const tools = { now: clock(), shop: await getShopSettings(trx) }
    const ids = [...byOrder.keys()].sort()
    const orders = await lockOrders(trx, ids)
    const leaving = ids.map((orderId) => {
      const { tracking_number = '', carrier = null, version = null } = byOrder.get(orderId) ?? {}
      const order = requireAmong(orders, orderId)
      requireSeen(order, version)
      return { order, after: numberedShipment(order, tracking_number, carrier) }
    })
    const changes = await writeShipments(trx, leaving, { ...tools, ships: true })
    const id = await writeAudit(trx, {
      ...{ at: tools.now, actor, action: 'orders.shipped', subject: SEVERAL_ORDERS },
      before: Object.fromEntries(changes.map(({ order, before }) => [order.order_id, before])),
      after: Object.fromEntries(changes.map(({ order, after }) => [order.order_id, after])),
    })
    await insertSharedChange(trx, id, ids)
    return id
  })
}

function requireAmong(orders: ReadonlyMap<string, StoredOrder>, orderId: string): StoredOrder {
  const order = orders.get(orderId)
  if (order === undefined) throw new AppError('not_found', `There is no order ${orderId}.`)
  return order
}

function requireSeen({ order_id, version }: StoredOrder, seen: number | null): void {
  if (seen === null || version === seen + 1) return
  throw new AppError(
    'conflict',
    `Someone has changed order ${order_id} since you opened the file. ${NONE_SHIPPED} Please look at the file again.`,
  )
}

/** Undoes the shipment of several orders, all or none. */
export const undoShipments: UndoRule = {
  lock: async (trx, { after }) => {
    const [ids, orders] = [idsIn(after), await lockOrders(trx, idsIn(after))]
    for (const orderId of ids) requireAmong(orders, orderId)
  },
  readPresent: async (database, { after }) => {
    const orders = await findOrders(database, idsIn(after))
    const present = [...orders].map(([orderId, order]) => [orderId, presentShipment(order, partOf(after, orderId))])
    return Object.fromEntries(present)
  },
  writeBefore: async (trx, { before, after }, now) => {
    const orders = await findOrders(trx, idsIn(after))
    const changes = [...orders].map(([orderId, order]) => {
      return { order, before: partOf(before, orderId), after: partOf(after, orderId) }
    })
    await restoreShipments(trx, changes, now)
  },
  scope: ORDER_SCOPE,
}
