import { type Cents, formatAdminMoney } from '@shop/contract/money'
import { isUnpaidItem } from '@shop/contract/order-money'
import { dueForReturn, type RefundableOrder } from '@shop/contract/orders/refund-proposal'
import type { ShopSettings } from '@shop/contract/pages/shop'
import { isOpenDispute } from '@shop/contract/payments/disputes'
import * as z from 'zod/mini'
import type { ChangeContext } from '../../admin/audit/audit.repository.ts'
import { deleteRefund, insertRefunds, listRefunds, type Refund } from '../../books/ledger/refunds.repository.ts'
import type { NewMail } from '../../mail/enqueue-mail.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { quantitiesOf, splitOrder, writeSplit } from '../cancellation/split-order.ts'
import { lockOrderPayment, type OrderPayment } from '../card-payment.ts'
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
import { refundableFor } from '../order-due.ts'
import { itemProblem } from '../order-status.ts'
import { type OrderItem, type StoredOrder, updateItems, updateOrder } from '../orders.repository.ts'
import { ORDER_STATUSES } from '../orders.tables.ts'
import { requireReturn } from '../returns/change-return.ts'
import { listReturns } from '../returns.repository.ts'
import { presentOperation, refundToCard, requireHeld, withdrawHeld } from './refund-to-card.ts'
import { cardRefundMail, refundCorrection, refundedMail } from './refunds.mail.ts'

type WantedRefund = {
  amount_cents: Cents
  /** Items that are refunded by it; may be empty. */
  item_ids: readonly string[]
  /** Pieces by item, where fewer are refunded than it has. */
  quantities?: Readonly<Record<string, number>>
  /** For the shopper; empty without one. */
  note: string
  /** Although the bank may take the payment back as well. */
  despite_dispute: boolean
  /** The return that it is for, where it is for one. */
  return_id?: string | null
}

/**
 * Records a refund, together never more than was paid, and marks items as refunded: the named
 * ones, and all that are left once the whole order is refunded. The shopper gets an email. Stock is not changed,
 * since the goods may not have come back. What was paid by card at the checkout is refunded to the card, which cannot be
 * undone once the gateway is asked. Returns the id of the audit entry.
 */
export function refundOrder(context: ChangeContext, request: OrderVersion & WantedRefund): Promise<number> {
  const { order_id: orderId, amount_cents, note, return_id = null } = request
  return changeOrder(context, request, async (trx, whole, tools) => {
    const refunds = await listRefunds(trx, orderId)
    const payment = await lockOrderPayment(trx, orderId)
    const returns = await listReturns(trx, whole, refunds)
    const { order, items } = itemsOfRefund({ order: whole, refunds, payment, returns }, request)
    await writeSplit(trx, whole, order)
    const refunded_at = tools.now.toISOString()
    const refund = { refund_id: nextRefundId(orderId, refunds), amount_cents, note, refunded_at }
    const after: RefundState = {
      refund,
      items: items.map(({ order_item_id }) => ({ order_item_id, refund_status: 'refunded', refunded_at })),
      ...orderStateAfter(order, items, { refund_status: 'refunded' }),
    }
    const payment_operation =
      payment === null ? null : await refundToCard(trx, order, payment, { amountCents: amount_cents, now: tools.now })
    const reasons = { operation_id: payment_operation, return_id }
    await insertRefunds(trx, [{ ...refund, order_id: orderId, ...reasons }])
    await writeStates(trx, orderId, after)
    const mail = await enqueueHeldMail(trx, refundMail(order, refund, payment, tools.shop), tools)
    const before = { ...stateOf(order, null, items), refund_mail: null }
    const done = { action: 'order.refunded', before, after: { ...after, refund_mail: mail } }
    if (payment_operation === null) return done
    return { ...done, before: { ...before, payment_operation: null }, after: { ...done.after, payment_operation } }
  })
}

/**
 * The items that a refund marks: the named ones, and all that are left once everything is refunded; and the order, split where
 * fewer pieces of an item are refunded than it has. Throws why it is refused.
 */
export function itemsOfRefund(
  state: Refundable & Pick<OrderState, 'returns'>,
  { amount_cents, item_ids, quantities = {}, note, return_id = null, despite_dispute }: WantedRefund,
): { order: StoredOrder; items: OrderItem[] } {
  const { order, payment, returns } = state
  const asked = return_id === null ? null : requireReturn(returns, return_id, 'refund')
  requireRefundable(state, amount_cents)
  if (
    note === '' &&
    asked !== null &&
    amount_cents < Math.min(refundableFor(state), dueForReturn(paidPart(state), asked).total)
  ) {
    throw new AppError('conflict', LESS_THAN_PAID, [{ field: 'note', message: LESS_THAN_PAID }])
  }
  if (!despite_dispute && payment !== null && isDisputed(payment)) {
    throw new AppError('conflict', DISPUTED_CHARGE, [{ field: 'despite_dispute', message: DISPUTED_CHARGE }])
  }
  const split = splitOrder(order, quantitiesOf(item_ids, quantities))
  if (amount_cents >= refundableFor(state)) {
    return {
      order,
      items: order.items.filter((item) => itemProblem(item, 'refund') === null && !isUnpaidItem(state, item)),
    }
  }
  requireNoReturn({ before: order, after: split, returns })
  return { order: split, items: itemsToRefund({ ...state, order: split }, item_ids) }
}

/** A return names pieces of its items, so these stay whole. */
function requireNoReturn({
  before,
  after,
  returns,
}: {
  before: StoredOrder
  after: StoredOrder
  returns: OrderState['returns']
}): void {
  const returned = new Set(returns.flatMap(({ items }) => items.map(({ order_item_id }) => order_item_id)))
  const split = before.items.find(
    (item) =>
      returned.has(item.order_item_id) &&
      !after.items.some(
        ({ order_item_id, quantity }) => order_item_id === item.order_item_id && quantity === item.quantity,
      ),
  )
  if (split === undefined) return
  const message = `${split.product_name} is part of a return, so its line stays whole. Refund the return, or the whole line.`
  throw new AppError('conflict', message, [{ field: 'item_ids', message }])
}

const LESS_THAN_PAID = 'This is less than was paid for the returned items. Please give the shopper a reason.'

/** An order as what was paid for it is computed, without the items for which nothing was. */
function paidPart({ order, payment, returns }: Refundable & Pick<OrderState, 'returns'>): RefundableOrder {
  const items = order.items.filter((item) => !isUnpaidItem({ order, payment }, item))
  return { ...order, items, returns, goods_cents: order.total_cents, delivery_taxed: order.delivery_taxed === 1 }
}

const DISPUTED_CHARGE =
  'The shopper’s bank may also reverse this charge, and then you’d pay twice. Confirm that you want to refund it anyway.'

function isDisputed({ disputes }: OrderPayment): boolean {
  return disputes.some(({ kind, state }) => isOpenDispute({ kind, status: state }))
}

export function refundMail(
  order: StoredOrder,
  refund: { amount_cents: Cents; note: string },
  payment: OrderPayment | null,
  shop: ShopSettings,
): NewMail {
  return payment === null ? refundedMail(order, refund, shop) : cardRefundMail(order, refund, shop)
}

const refundRule = orderUndoRule({
  presentOf: ({ order, refunds, payment }, { after }) => {
    const { success, data: entry } = z.safeParse(refundEntry, after)
    if (!success) return null
    const stored = refunds.find(({ refund_id }) => refund_id === entry.refund?.refund_id)
    const ids = new Set(entry.items.map(({ order_item_id }) => order_item_id))
    const items = order.items.filter(({ order_item_id }) => ids.has(order_item_id))
    const refund = stored === undefined ? null : loggedRefund.parse(stored)
    return { ...stateOf(order, refund, items), refund_mail: entry.refund_mail, ...presentOperation(payment, after) }
  },
  writeBefore: async (trx, { subject, before, after }, now) => {
    const order = await requireOrder(trx, subject.id)
    const { refund, refund_mail } = z.parse(refundEntry, after)
    await withdrawHeld(trx, after, now)
    if (refund !== null) await deleteRefund(trx, refund.refund_id)
    await writeStates(trx, subject.id, z.parse(refundEntry, before))
    const correction = (shop: ShopSettings) => refundCorrection(order, refund?.amount_cents ?? 0, shop)
    await withdrawOrCorrect(trx, refund_mail, correction, now)
  },
})

/**
 * Undoes a refund, as long as nothing else happened to it. The shopper is notified if the mail has left. A
 * refund to a card is undone only before the gateway is asked.
 */
export const undoRefund: OrderUndoRule = {
  ...refundRule,
  lock: async (trx, entry) => {
    await refundRule.lock(trx, entry)
    await requireHeld(trx, entry.subject.id, entry.after)
  },
}

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

async function writeStates(
  trx: Trx,
  orderId: string,
  { items, order_status, imported_status }: Omit<RefundState, 'refund'>,
): Promise<void> {
  await updateItems(trx, items)
  await updateOrder(trx, orderId, { order_status, imported_status })
}

type Refundable = Pick<OrderState, 'order' | 'refunds' | 'payment'>

/** 409 with the amount that is left, unless so much can be refunded. */
function requireRefundable(state: Refundable, amount: Cents): void {
  const { order_id, payment } = state.order
  if (payment === 'unpaid') throw new AppError('conflict', `Order ${order_id} is not paid yet.`)
  const problem = refundProblem(state, amount)
  if (problem !== null) throw new AppError('conflict', problem, [{ field: 'amount_cents', message: problem }])
}

function refundProblem(state: Refundable, amount: Cents): string | null {
  const { payment } = state
  const name = `order ${state.order.order_id}`
  if (amount <= 0) return 'Please enter an amount such as 12.50'
  if (payment?.payment.state === 'authorized') {
    return `Nothing has been charged for ${name} yet. Cancel what’s not wanted, and it won’t be charged.`
  }
  if (payment?.payment.captured_cents === 0) return `Nothing was charged for ${name}, so nothing can be refunded.`
  const left = refundableFor(state)
  if (amount <= left) return null
  if (left > 0) return `At most ${formatAdminMoney(left)} of ${name} can be refunded.`
  if (state.refunds.length === 0 && payment === null) return `Nothing was paid for ${name}, so nothing can be refunded.`
  return `Everything that was paid for ${name} is already refunded.`
}

function itemsToRefund(state: Refundable, itemIds: readonly string[]): OrderItem[] {
  const { order } = state
  return [...new Set(itemIds)].map((id) => {
    const item = order.items.find(({ order_item_id }) => order_item_id === id)
    if (item === undefined) throw new AppError('not_found', `Order ${order.order_id} has no item ${id}.`)
    const problem = itemProblem(item, 'refund')
    if (problem !== null) throw new AppError('conflict', problem)
    if (isUnpaidItem(state, item)) {
      throw new AppError('conflict', `${item.product_name} was cancelled before it was paid for.`)
    }
    return item
  })
}

export function nextRefundId(orderId: string, refunds: readonly Refund[]): string {
  const numbers = refunds.map(({ refund_id }) => Number(refund_id.slice(orderId.length + 2)))
  return `${orderId}-R${Math.max(0, ...numbers) + 1}`
}
