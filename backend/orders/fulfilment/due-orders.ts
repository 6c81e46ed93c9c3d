import { pickFields } from '@shop/contract/http/fields'
import { NAMED_ITEM_FIELDS } from '@shop/contract/order-item'
import { type DueFilter, type DueOrder, MAX_SHIPPED } from '@shop/contract/orders/shipping'
import { listPaymentsOfOrders } from '../../payments/ledger/payments.repository.ts'
import type { Database } from '../../platform/database/database.ts'
import { addDays, formatDay, localDay } from '../../platform/lib/days/local-day.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { chargeProblem } from '../charge-order.ts'
import { refundDay } from '../delays/answer-day.ts'
import { addressText, labelProblem } from '../order-address.ts'
import type { OrderDelay } from '../order-delays.repository.ts'
import { listCancellable } from '../order-status.ts'
import type { StoredOrder } from '../orders.repository.ts'
import { lastOverdueDay, promisedDay } from '../promised-day.ts'
import { listNewestDelays, listUnshipped } from './shipping.repository.ts'

type Due = { order: StoredOrder; promisedOn: string }

export type DueOrders = {
  /** Most overdue first. */
  orders: readonly Due[]
  /** Due orders on hold, with the reason. */
  waiting: readonly (Due & { problem: string })[]
  hasMore: boolean
}

/** Open orders to ship: those promised for today or earlier, or all. Unpaid and unanswered ones are on hold. */
export async function listDueOrders(
  database: Database,
  filter: DueFilter,
  now: Date,
  limit = MAX_SHIPPED,
): Promise<DueOrders> {
  const { shipDays } = await getShopSettings(database)
  const today = localDay(now)
  const tomorrow = addDays(today, 1)
  const placedUntil = lastOverdueDay(tomorrow, shipDays)
  const due = filter === 'today' ? { before: tomorrow, placedUntil } : null
  const found = (await listUnshipped(database, due, limit + 1))
    .map((order) => ({ order, promisedOn: promisedDay(order, shipDays) }))
    .sort(byPromise)
  const listed = found.slice(0, limit).filter(({ order }) => listCancellable(order).length > 0)
  const ids = listed.map(({ order }) => order.order_id)
  const payments = await listPaymentsOfOrders(database, ids)
  const delays = await listNewestDelays(database, ids)
  const judged = listed.map((one) => {
    const { order_id } = one.order
    const problem =
      chargeProblem(one.order, payments.get(order_id) ?? null, now) ??
      holdReason(one.order, delays.get(order_id) ?? null, today)
    return { ...one, problem }
  })
  return {
    orders: judged.filter(({ problem }) => problem === null),
    waiting: judged.flatMap(({ problem, ...one }) => (problem === null ? [] : [{ ...one, problem }])),
    hasMore: found.length > limit,
  }
}

function byPromise(one: Due, other: Due): number {
  const [a, b] = [one, other].map(({ order, promisedOn }) => [promisedOn, order.order_date, order.order_id].join(' '))
  return (a ?? '') < (b ?? '') ? -1 : 1
}

/** The reason to hold an open order that could be charged; `null` for none. A person may ship it anyway. */
export function holdReason(order: StoredOrder, delay: OrderDelay | null, today: string): string | null {
  const name = `Order ${order.order_id}`
  if (order.payment === 'unpaid') return `${name} is not paid yet. ${MAY_SHIP}`
  if (delay === null) return null
  const refundDue = refundDay(delay, today)
  if (refundDue !== null)
    return `${name} is delayed, and the shopper did not agree to wait: cancel it and refund it by ${formatDay(refundDue)}.`
  return delay.ship_by === null ? `${name} is delayed, with no new date yet. ${MAY_SHIP}` : null
}

const MAY_SHIP = 'You can still ship it.'

export function serializeDueOrder({ order, promisedOn }: Due, today: string): DueOrder {
  const { order_id, order_date, first_name, last_name, delivery_name } = order
  return {
    ...{ order_id, order_date, first_name, last_name, delivery_name },
    delivery_address: addressText(order),
    label_problem: labelProblem(order),
    promised_on: promisedOn,
    is_overdue: promisedOn < today,
    items: listCancellable(order).map((item) => {
      const { order_item_id, quantity } = item
      return { order_item_id, quantity, ...pickFields(NAMED_ITEM_FIELDS, item) }
    }),
  }
}
