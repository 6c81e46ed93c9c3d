import { type Cents, formatMoney } from '@shop/contract/money'
import { paidCents, refundedCents } from '@shop/contract/order-totals'
import type { ShopSettings } from '@shop/contract/shop'
import * as z from 'zod/mini'
import type { ChangeContext } from '../admin/audit/audit.repository.ts'
import type { Trx } from '../database/database.ts'
import { AppError } from '../http/errors/app-error.ts'
import {
  changeOrder,
  enqueueHeldMail,
  orderStateAfter,
  orderUndoRule,
  requireOrder,
  withdrawOrCorrect,
} from './order-change.ts'
import { itemProblem } from './order-status.ts'
import { refundChangeMail } from './orders.mail.ts'
import {
  deleteRefund,
  insertRefund,
  listRefunds,
  type OrderItem,
  type Refund,
  type StoredOrder,
  updateItems,
  updateOrder,
  updateRefund,
} from './orders.repository.ts'
import { ORDER_STATUSES } from './orders.tables.ts'

export type RefundRequest = {
  orderId: string
  amountCents: Cents
  /** Items that are refunded by it; may be empty. */
  itemIds: readonly string[]
  /** For the shopper; empty without one. */
  note: string
  seen: number
}

/**
 * Records that an amount was paid back, together never more than was paid, and marks items as refunded: the named
 * ones, and all that are left once the whole order is paid back. The shopper is notified by mail. Stock is not changed,
 * since the goods may not have come back. Returns the id of the audit entry.
 */
export function refundOrder(context: ChangeContext, request: RefundRequest): Promise<number> {
  const { orderId, seen, amountCents, itemIds, note } = request
  return changeOrder(context, { orderId, seen }, async (trx, order, tools) => {
    const refunds = await listRefunds(trx, orderId)
    const items = itemsOfRefund(order, refunds, { amountCents, itemIds })
    const refunded_at = tools.now.toISOString()
    const refund = { refund_id: nextRefundId(orderId, refunds), amount_cents: amountCents, note, refunded_at }
    const after: RefundState = {
      refund,
      items: items.map(({ order_item_id }) => ({ order_item_id, refund_status: 'refunded', refunded_at })),
      ...orderStateAfter(order, items, { refund_status: 'refunded' }),
    }
    await writeRefundState(trx, orderId, null, after)
    const mail = await enqueueHeldMail(trx, refundChangeMail(order, null, refund, tools.shop), tools)
    const before = { ...stateOf(order, null, items), refund_mail: null }
    return { action: 'order.refunded', before, after: { ...after, refund_mail: mail } }
  })
}

/** The items that a refund marks: the named ones, and all that are left once everything is paid back. Throws why it is refused. */
export function itemsOfRefund(
  order: StoredOrder,
  refunds: readonly Refund[],
  { amountCents, itemIds }: Pick<RefundRequest, 'amountCents' | 'itemIds'>,
): OrderItem[] {
  requireRefundable(order, refunds, amountCents)
  const isPaidBack = refundedCents(refunds) + amountCents === paidCents(order)
  return isPaidBack ? order.items.filter(isRefundable) : itemsToRefund(order, itemIds)
}

type RefundCorrection = { orderId: string; refundId: string; amountCents: Cents; note: string; seen: number }

/**
 * Corrects the amount or the note of a refund, and notifies the shopper. States of items stay as they are. Returns the id
 * of the audit entry.
 */
export function correctRefund(context: ChangeContext, request: RefundCorrection): Promise<number> {
  const { orderId, refundId, amountCents, note, seen } = request
  return changeOrder(context, { orderId, seen }, async (trx, order, tools) => {
    const refunds = await listRefunds(trx, orderId)
    const wrong = refunds.find(({ refund_id }) => refund_id === refundId)
    if (wrong === undefined) throw new AppError('not_found', `Order ${orderId} has no refund ${refundId}.`)
    requireRefundable(
      order,
      refunds.filter((refund) => refund !== wrong),
      amountCents,
    )
    const refund = { ...loggedRefund.parse(wrong), amount_cents: amountCents, note }
    const [before, after] = [stateOf(order, loggedRefund.parse(wrong), []), stateOf(order, refund, [])]
    await writeRefundState(trx, orderId, before.refund, after)
    const mail = await enqueueHeldMail(trx, refundChangeMail(order, before.refund, refund, tools.shop), tools)
    return {
      action: 'order.refund_corrected',
      before: { ...before, refund_mail: null },
      after: { ...after, refund_mail: mail },
    }
  })
}

/** Undoes a refund or its correction, as long as nothing else happened to it. The shopper is notified if the mail has left. */
export const undoRefund = orderUndoRule({
  presentOf: ({ order, refunds }, { after }) => {
    const { success, data: entry } = z.safeParse(refundEntry, after)
    if (!success) return null
    const stored = refunds.find(({ refund_id }) => refund_id === entry.refund?.refund_id)
    const ids = new Set(entry.items.map(({ order_item_id }) => order_item_id))
    const items = order.items.filter(({ order_item_id }) => ids.has(order_item_id))
    const refund = stored === undefined ? null : loggedRefund.parse(stored)
    return { ...stateOf(order, refund, items), refund_mail: entry.refund_mail }
  },
  writeBefore: async (trx, { subject, before, after }, now) => {
    const order = await requireOrder(trx, subject.id)
    const [from, to] = [z.parse(refundEntry, after), z.parse(refundEntry, before)]
    // The amount before a correction may be too much by now.
    const others = (await listRefunds(trx, subject.id)).filter(({ refund_id }) => refund_id !== from.refund?.refund_id)
    if (to.refund !== null) requireRefundable(order, others, to.refund.amount_cents)
    await writeRefundState(trx, subject.id, from.refund, to)
    const correction = (shop: ShopSettings) => refundChangeMail(order, from.refund, to.refund, shop)
    await withdrawOrCorrect(trx, from.refund_mail, correction, now)
  },
})

const loggedRefund = z.object({
  refund_id: z.string(),
  amount_cents: z.number(),
  note: z.string(),
  refunded_at: z.string(),
})
const refundedItem = z.object({
  order_item_id: z.string(),
  refund_status: z.nullable(z.enum(['refunded', 'other'])),
  refunded_at: z.nullable(z.string()),
})

const refundEntry = z.object({
  refund: z.nullable(loggedRefund),
  items: z.array(refundedItem),
  order_status: z.enum(ORDER_STATUSES),
  imported_status: z.nullable(z.string()),
  refund_mail: z.nullable(z.string()),
})

type RefundState = Omit<z.infer<typeof refundEntry>, 'refund_mail'>

function stateOf(order: StoredOrder, refund: RefundState['refund'], items: readonly OrderItem[]): RefundState {
  const { order_status, imported_status } = order
  return { refund, items: items.map((item) => refundedItem.parse(item)), order_status, imported_status }
}

async function writeRefundState(
  trx: Trx,
  orderId: string,
  present: RefundState['refund'],
  { refund, items, order_status, imported_status }: RefundState,
): Promise<void> {
  if (present === null && refund !== null) await insertRefund(trx, { ...refund, order_id: orderId })
  else if (present !== null && refund === null) await deleteRefund(trx, present.refund_id)
  else if (refund !== null) await updateRefund(trx, refund)
  await updateItems(trx, items)
  await updateOrder(trx, orderId, { order_status, imported_status })
}

/** 409 with the amount that is left, unless so much can be paid back. */
function requireRefundable(order: StoredOrder, refunds: readonly Refund[], amount: Cents): void {
  if (order.payment === 'unpaid') throw new AppError('conflict', `Order ${order.order_id} is not paid yet.`)
  const left = paidCents(order) - refundedCents(refunds)
  if (amount <= left) return
  const message =
    left === 0
      ? `Everything that was paid for order ${order.order_id} is paid back already.`
      : `At most ${formatMoney(left)} of order ${order.order_id} can be paid back.`
  throw new AppError('conflict', message, [{ field: 'amount_cents', message }])
}

function isRefundable(item: OrderItem): boolean {
  return itemProblem(item, 'refund') === null
}

function itemsToRefund(order: StoredOrder, itemIds: readonly string[]): OrderItem[] {
  return [...new Set(itemIds)].map((id) => {
    const item = order.items.find(({ order_item_id }) => order_item_id === id)
    if (item === undefined) throw new AppError('not_found', `Order ${order.order_id} has no item ${id}.`)
    const problem = itemProblem(item, 'refund')
    if (problem !== null) throw new AppError('conflict', problem)
    return item
  })
}

function nextRefundId(orderId: string, refunds: readonly Refund[]): string {
  const numbers = refunds.map(({ refund_id }) => Number(refund_id.slice(orderId.length + 2)))
  return `${orderId}-R${Math.max(0, ...numbers) + 1}`
}
