import { formatAdminMoney } from '@shop/contract/money'
import type { Channel } from '@shop/contract/orders/admin-values'
import type { OrderEvent } from '@shop/contract/orders/events'
import { wasHandedOver } from '@shop/contract/orders/shipping'
import type { AuditEntry } from '../../admin/audit/audit.repository.ts'
import { canonicalJson, isObject, type Json } from '../../admin/audit/canonical-json.ts'
import { findUndoRule, mayUndo } from '../../admin/audit/undo-change.ts'
import type { listDeliveries } from '../../mail/outbox.repository.ts'
import { cancellationMailIds } from '../cancellation/cancellation.mail.ts'
import { correctionMailId, type OrderState } from '../order-change.ts'
import { hasShipped } from '../order-status.ts'
import type { OrderItem, StoredOrder } from '../orders.repository.ts'
import { refundMailId } from '../refunds/refund-of-release.ts'
import { returnAskedMailIds, returnedItems } from '../returns/returns.mail.ts'
import type { OrderReturn } from '../returns.repository.ts'
import {
  chargeNote,
  describe,
  factsOf,
  moneyAndNote,
  piecesLine,
  REFUSED_SENTENCE,
  refundNote,
} from './history-sentences.ts'
import { ORDER_UNDO_RULES } from './order-undo-rules.ts'

type Viewer = {
  isOwner: boolean
  /** The name of an actor in the audit log. */
  nameOf: (actor: string) => string
  /** States of the mails in the history, see `mailIdsOf`. */
  deliveries: Awaited<ReturnType<typeof listDeliveries>>
}

/** The history of an order, newest first: audit entries, plus shopper actions, which have none. */
export function historyOf(
  state: OrderState,
  entries: readonly AuditEntry[],
  { isOwner, nameOf, deliveries }: Viewer,
): OrderEvent[] {
  const undone = new Set(entries.flatMap(({ undoes }) => (undoes === null ? [] : [undoes])))
  const changes = entries.map((entry) => ({
    at: entry.at,
    actor: nameOf(entry.actor),
    text: `${describe(entry, state.order)}${chargeNote(entry, state)}${refundNote(entry, state)}`,
    undo_id: !undone.has(entry.id) && canUndo(entry, state, isOwner) ? entry.id : null,
    mails: mailsIn(mailsOf(entry), deliveries),
  }))
  const times = new Set(entries.map(({ at }) => at))
  const later = [
    ...changes,
    ...arrival(state.order, entries),
    ...paymentByCard(state),
    ...cancellations(state.order, times, deliveries),
    ...agreements(state.delays),
    ...lateCompletion(state),
    ...refundsOfReleases(state, entries, deliveries),
    ...state.returns.map((asked) => askedEvent(state.order, asked, deliveries)),
  ].toSorted((one, other) => (one.at < other.at ? 1 : Number(one.at > other.at) * -1))
  // Only the day of the order is known, in the shop's time zone. It may be later than the times of changes.
  return [...later, ordered(state.order)]
}

const MAIL_FIELDS = [
  'shipment_mail',
  'cancellation_mail',
  'refund_mail',
  'return_mail',
  'taken_mail',
  'delay_mail',
  'pay_link_mail',
] as const

type SentMail = Pick<OrderEvent['mails'][number], 'id' | 'to'>

/** All mails that may be in the history of an order. */
export function mailIdsOf(
  { order: { items }, returns, refunds }: OrderState,
  entries: readonly AuditEntry[],
): string[] {
  const mails = [
    ...entries.flatMap(mailsOf),
    ...items.flatMap(cancellationMailsOf),
    ...returns.flatMap(askedMailsOf),
    ...refunds.flatMap(refundMailsOf),
  ]
  return mails.map(({ id }) => id)
}

/** The mail about a change or, for an undo, its correction. */
function mailsOf({ before, after, undoes }: AuditEntry): SentMail[] {
  const corrections = undoes === null ? [] : mailIdsIn(before).map(correctionMailId)
  const ids = [...mailIdsIn(after), ...corrections].filter((id) => id !== null)
  return ids.map((id) => ({ id, to: 'shopper' }))
}

function mailIdsIn(value: Json): string[] {
  if (!isObject(value)) return []
  return MAIL_FIELDS.map((field) => value[field]).filter((id) => typeof id === 'string')
}

/** Mails about a shopper's cancellation whose first item is this one. */
function cancellationMailsOf({ order_item_id, cancelled_at }: OrderItem): SentMail[] {
  if (cancelled_at === null) return []
  const ids = cancellationMailIds(order_item_id, cancelled_at)
  return [
    { id: ids.shopper, to: 'shopper' },
    { id: ids.shop, to: 'shop' },
  ]
}

function askedMailsOf({ return_id }: OrderReturn): SentMail[] {
  const ids = returnAskedMailIds(return_id)
  return [
    { id: ids.shopper, to: 'shopper' },
    { id: ids.shop, to: 'shop' },
  ]
}

function refundMailsOf({ refund_id }: OrderState['refunds'][number]): SentMail[] {
  return [{ id: refundMailId(refund_id), to: 'shopper' }]
}

/** The mails that the outbox has, with their states. */
function mailsIn(mails: readonly SentMail[], deliveries: Viewer['deliveries']): OrderEvent['mails'] {
  return mails.flatMap((mail) => {
    const delivery = deliveries.get(mail.id)
    return delivery === undefined ? [] : [{ ...mail, ...delivery }]
  })
}

/** Whether no later change prevents an undo. */
function canUndo(entry: AuditEntry, state: OrderState, isOwner: boolean): boolean {
  const rule = findUndoRule(ORDER_UNDO_RULES, entry.action)
  if (entry.undoes !== null || rule === undefined || !mayUndo(rule, isOwner)) return false
  return canonicalJson(rule.presentOf(state, entry)) === canonicalJson(entry.after)
}

const CHANNEL_SENTENCES: Readonly<Record<Channel, string>> = {
  online: 'Ordered',
  phone: 'Ordered by phone',
  fair: 'Ordered at a fair',
  wholesale: 'Ordered wholesale',
}

function ordered({ order_date, channel }: StoredOrder): OrderEvent {
  return { at: order_date, actor: null, text: CHANNEL_SENTENCES[channel], undo_id: null, mails: [] }
}

/** The card payment of a manual order, which has no entry. */
function paymentByCard({ order: { channel }, payment: paid, payLink }: OrderState): OrderEvent[] {
  if (channel === 'online' || paid === null) return []
  const { created_at: at, card_brand, card_last_four, authorized_cents } = paid.payment
  const card = card_brand === null ? '' : `, ${card_brand} ending in ${card_last_four}`
  const how = payLink === null ? 'Paid by card' : 'Paid by link'
  return [{ at, actor: null, text: `${how}: ${formatAdminMoney(authorized_cents)}${card}`, undo_id: null, mails: [] }]
}

/** The arrival of an order that was marked in bulk, which has the undo. Orders handed over at a fair have none. */
function arrival(order: StoredOrder, entries: readonly AuditEntry[]): OrderEvent[] {
  const { delivered_on } = order
  if (wasHandedOver(order) && !hasShipped(order)) return []
  if (delivered_on === null || entries.some(({ after }) => factsOf(after).delivered_on === delivered_on)) return []
  return [{ at: delivered_on, actor: null, text: 'Delivered', undo_id: null, mails: [] }]
}

/** A lost answer of the gateway, after which the worker made the order. */
function lateCompletion({ payment }: OrderState): OrderEvent[] {
  const late = payment?.operations.find(
    ({ kind, state, attempts }) => kind === 'authorize' && state === 'done' && attempts > 0,
  )
  if (late === undefined || late.finished_at === null) return []
  return [{ at: late.finished_at, actor: null, text: 'Completed after an interruption', undo_id: null, mails: [] }]
}

/** Shopper cancellations, which have no entry. */
function cancellations(
  { items }: StoredOrder,
  times: ReadonlySet<string>,
  deliveries: Viewer['deliveries'],
): OrderEvent[] {
  const byTime = Map.groupBy(
    items.filter(({ cancelled_at }) => cancelled_at !== null && !times.has(cancelled_at)),
    ({ cancelled_at }) => cancelled_at ?? '',
  )
  return [...byTime].map(([at, own]) => {
    const reason = own[0]?.cancellation_reason ?? null
    const what = piecesLine(own)
    const text = `Cancelled: ${what}${reason === null ? '' : ` (${reason})`}`
    return { at, actor: null, text, undo_id: null, mails: mailsIn(own.flatMap(cancellationMailsOf), deliveries) }
  })
}

function askedEvent(order: StoredOrder, asked: OrderReturn, deliveries: Viewer['deliveries']): OrderEvent {
  const what = piecesLine(returnedItems(order, asked.items))
  const text = `Return requested: ${what} (${asked.reason})`
  return { at: asked.asked_at, actor: null, text, undo_id: null, mails: mailsIn(askedMailsOf(asked), deliveries) }
}

/** Refunds of charges that could not be voided in time; they have no audit entry. */
function refundsOfReleases(
  { order, refunds }: OrderState,
  entries: readonly AuditEntry[],
  deliveries: Viewer['deliveries'],
): OrderEvent[] {
  const known = new Set(entries.map(({ after }) => factsOf(after).refund?.refund_id))
  return refunds
    .filter(({ refund_id, operation_id }) => operation_id !== null && !known.has(refund_id))
    .map((refund) => {
      const { refunded_at: at, failed } = refund
      const pieces = order.items.filter(({ refunded_at }) => refunded_at === at)
      const text = `Refunded ${moneyAndNote(refund, piecesLine(pieces))}${failed ? REFUSED_SENTENCE : ''}`
      return { at, actor: null, text, undo_id: null, mails: mailsIn(refundMailsOf(refund), deliveries) }
    })
}

/** Shoppers' consent to delays. */
function agreements(delays: OrderState['delays']): OrderEvent[] {
  return delays.flatMap(({ agreed_at: at }) =>
    at === null ? [] : [{ at, actor: null, text: 'Agreed to wait', undo_id: null, mails: [] }],
  )
}
