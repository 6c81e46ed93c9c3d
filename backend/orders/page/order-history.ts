import { type Cents, formatAdminMoney } from '@shop/contract/money'
import type { Channel } from '@shop/contract/orders/admin'
import type { OrderEvent } from '@shop/contract/orders/events'
import { wasHandedOver } from '@shop/contract/orders/shipping'
import * as z from 'zod/mini'
import type { AuditEntry } from '../../admin/audit/audit.repository.ts'
import { canonicalJson, isObject, type Json } from '../../admin/audit/audit.repository.ts'
import { DELETED } from '../../admin/audit/rewrite-entries.repository.ts'
import { findUndoRule, mayUndo } from '../../admin/audit/undo-change.ts'
import type { listDeliveries } from '../../mail/outbox.repository.ts'
import { formatDay } from '../../platform/lib/days/local-day.ts'
import { wasCharged } from '../card-payment.ts'
import { correctionMailId, type OrderState } from '../order-change.ts'
import { hasShipped } from '../order-status.ts'
import { addressLine, cancellationMailIds, itemLine } from '../orders.mail.ts'
import type { OrderItem, StoredOrder } from '../orders.repository.ts'
import { refundMailId } from '../refunds/refund-of-release.ts'
import { returnAskedMailIds, returnLines } from '../returns/returns.mail.ts'
import type { OrderReturn } from '../returns.repository.ts'
import { ORDER_UNDO_RULES } from './order-undo-rules.ts'

type Viewer = {
  isOwner: boolean
  /** Of an actor of the audit log. */
  nameOf: (actor: string) => string
  /** How far the mails of the history are, see `mailIdsOf`. */
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
  // Of the order only the day is known: that of the shop's time zone, which may be later than the times of its changes.
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

/** All mails that may stand in the history of an order. */
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

/** The mail to the shopper about a change, if there is one; about an undo the one that corrects what was sent before. */
function mailsOf({ before, after, undoes }: AuditEntry): SentMail[] {
  const corrections = undoes === null ? [] : mailIdsIn(before).map(correctionMailId)
  const ids = [...mailIdsIn(after), ...corrections].filter((id) => id !== null)
  return ids.map((id) => ({ id, to: 'shopper' }))
}

function mailIdsIn(value: Json): string[] {
  if (!isObject(value)) return []
  return MAIL_FIELDS.map((field) => value[field]).filter((id) => typeof id === 'string')
}

/** The mails about a cancellation by the shopper whose first item is this one. */
function cancellationMailsOf({ order_item_id, cancelled_at }: OrderItem): SentMail[] {
  if (cancelled_at === null) return []
  const ids = cancellationMailIds(order_item_id, cancelled_at)
  return [
    { id: ids.shopper, to: 'shopper' },
    { id: ids.shop, to: 'shop' },
  ]
}

/** The mails about what a shopper asked to return. */
function askedMailsOf({ return_id }: OrderReturn): SentMail[] {
  const ids = returnAskedMailIds(return_id)
  return [
    { id: ids.shopper, to: 'shopper' },
    { id: ids.shop, to: 'shop' },
  ]
}

/** The mail about a refund without an entry. */
function refundMailsOf({ refund_id }: OrderState['refunds'][number]): SentMail[] {
  return [{ id: refundMailId(refund_id), to: 'shopper' }]
}

/** Those that are in the outbox, with their state. */
function mailsIn(mails: readonly SentMail[], deliveries: Viewer['deliveries']): OrderEvent['mails'] {
  return mails.flatMap((mail) => {
    const delivery = deliveries.get(mail.id)
    return delivery === undefined ? [] : [{ ...mail, ...delivery }]
  })
}

/** Whether nothing later stands in the way of an undo. */
function canUndo(entry: AuditEntry, state: OrderState, isOwner: boolean): boolean {
  const rule = findUndoRule(ORDER_UNDO_RULES, entry.action)
  if (entry.undoes !== null || rule === undefined || !mayUndo(rule, isOwner)) return false
  return canonicalJson(rule.presentOf(state, entry)) === canonicalJson(entry.after)
}

const HOW: Readonly<Record<Channel, string>> = {
  online: 'Ordered',
  phone: 'Ordered by phone',
  fair: 'Ordered at a fair',
  wholesale: 'Ordered wholesale',
}

function ordered({ order_date, channel }: StoredOrder): OrderEvent {
  return { at: order_date, actor: null, text: HOW[channel], undo_id: null, mails: [] }
}

/** The payment of a manual order, which has no entry either. */
function paymentByCard({ order: { channel }, payment: paid, payLink }: OrderState): OrderEvent[] {
  if (channel === 'online' || paid === null) return []
  const { created_at: at, card_brand, card_last_four, authorized_cents } = paid.payment
  const card = card_brand === null ? '' : `, ${card_brand} ending in ${card_last_four}`
  const how = payLink === null ? 'Paid by card' : 'Paid by link'
  return [{ at, actor: null, text: `${how}: ${formatAdminMoney(authorized_cents)}${card}`, undo_id: null, mails: [] }]
}

/**
 * The arrival of an order that was marked together with others, under whose entry it is undone. What was taken along has
 * arrived with its order.
 */
function arrival(order: StoredOrder, entries: readonly AuditEntry[]): OrderEvent[] {
  const { delivered_on } = order
  if (wasHandedOver(order) && !hasShipped(order)) return []
  if (delivered_on === null || entries.some(({ after }) => factsOf(after).delivered_on === delivered_on)) return []
  return [{ at: delivered_on, actor: null, text: 'Delivered', undo_id: null, mails: [] }]
}

/** That the gateway's answer to the order was lost, so the worker looked its payment up and made the order. */
function lateCompletion({ payment }: OrderState): OrderEvent[] {
  const late = payment?.operations.find(
    ({ kind, state, attempts }) => kind === 'authorize' && state === 'done' && attempts > 0,
  )
  if (late === undefined || late.finished_at === null) return []
  return [{ at: late.finished_at, actor: null, text: 'Completed after an interruption', undo_id: null, mails: [] }]
}

/** Cancellations at times without an entry: those of shoppers. */
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
    const what = own.map(itemLine).join(', ')
    const text = `Cancelled: ${what}${reason === null ? '' : ` (${reason})`}`
    return { at, actor: null, text, undo_id: null, mails: mailsIn(own.flatMap(cancellationMailsOf), deliveries) }
  })
}

function askedEvent(order: StoredOrder, asked: OrderReturn, deliveries: Viewer['deliveries']): OrderEvent {
  const what = returnLines(order, asked.items).join(', ')
  const text = `Return requested: ${what} (${asked.reason})`
  return { at: asked.asked_at, actor: null, text, undo_id: null, mails: mailsIn(askedMailsOf(asked), deliveries) }
}

/** Refunds of charges that could not be prevented in time; they have no audit entry. */
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
      const pieces = order.items.filter(({ refunded_at }) => refunded_at === at).map(itemLine)
      const text = `Refunded ${moneyAndNote(refund, pieces.join(', '))}${failed ? REFUSED : ''}`
      return { at, actor: null, text, undo_id: null, mails: mailsIn(refundMailsOf(refund), deliveries) }
    })
}

/** Where shoppers agreed to wait for what is delayed. */
function agreements(delays: OrderState['delays']): OrderEvent[] {
  return delays.flatMap(({ agreed_at: at }) =>
    at === null ? [] : [{ at, actor: null, text: 'Agreed to wait', undo_id: null, mails: [] }],
  )
}

/** Of each action: what it did, and what its undo did. */
const SENTENCES: Readonly<Record<string, (before: Facts, after: Facts, order: StoredOrder) => string>> = {
  'order.shipped': (_before, after) => shipmentSentence(after),
  'orders.shipped': (_before, after) =>
    `${shipmentSentence(after)}${after.tracking_number ? ', from a file of tracking numbers' : ''}`,
  'order.tracking_corrected': (_before, { tracking_number }) => `Tracking number corrected to ${tracking_number}`,
  'order.shipment_taken_back': (_before, after) => shipmentSentence(after),
  'order.delivered': (_before, after) => deliverySentence(after),
  'order.delivery_taken_back': (_before, after) => deliverySentence(after),
  'order.delayed': (_before, { notice }) => delaySentence(notice ?? null),
  'order.cancelled': (before, after, order) =>
    after.items?.some(({ cancellation_status }) => cancellation_status === 'cancelled')
      ? `Cancelled by the shop: ${piecesOf(after, order)} ${inBrackets(after.items[0]?.cancellation_reason ?? '')}`
      : `Not cancelled after all: ${piecesOf(before, order)} ${inBrackets(before.items?.[0]?.cancellation_reason ?? '')}`,
  'order.refunded': (before, after, order) =>
    after.refund
      ? `Refunded ${moneyAndNote(after.refund, piecesOf(after, order))}`
      : `Refund undone: ${moneyOf(before)}`,
  'order.refund_corrected': (before, after) => `Refund corrected: ${moneyOf(before)} → ${moneyOf(after)}`,
  'order.return_accepted': (_before, after) => returnSentence(after, 'accepted'),
  'order.return_declined': (_before, after) => returnSentence(after, 'declined'),
  'order.return_received': (_before, after) => returnSentence(after, 'received'),
  'order.charged_again': () => 'Card charge retried',
  'order.address_corrected': (_before, { delivery_address }) =>
    delivery_address ? `Delivery address: ${addressLine(delivery_address)}` : 'Delivery address removed',
  'order.payment_recorded': (_before, { payment }) => PAID[payment ?? ''] ?? 'Payment unknown',
  'order.pay_link_sent': (_before, { amount_cents }) =>
    amount_cents == null ? 'Payment link undone' : `Payment link sent for ${formatAdminMoney(amount_cents)}`,
  'order.pay_link_withdrawn': (_before, { pay_link }) =>
    pay_link ? 'Payment link restored' : 'Payment link cancelled',
  'order.noted': (before, after) => (after.note ? `Note: ${after.note}` : `Note removed: ${before.note ?? ''}`),
  'order.taken': (_before, { note }) => (note ? `Entered by the shop. ${note}` : 'Entered by the shop'),
}

const PAID: Readonly<Record<string, string>> = {
  unpaid: 'Not paid yet',
  cash: 'Paid in cash',
  card: 'Paid by card',
  check: 'Paid by check',
  transfer: 'Paid by bank transfer',
  other: 'Paid',
}

const WAYS: Readonly<Record<string, string>> = {
  untracked: 'Shipped without a tracking number',
  own_delivery: 'Shipped by our own delivery',
  picked_up: 'Picked up',
}

function shipmentSentence({ tracking_number, shipped_by }: Facts): string {
  if (tracking_number) return `Shipped, tracking number ${tracking_number}`
  return WAYS[shipped_by ?? ''] ?? 'Not shipped after all'
}

function delaySentence(notice: Facts['notice'] | null): string {
  if (!notice) return 'Not delayed after all'
  const { ship_by, answer_by } = notice
  const until = ship_by === null ? 'no date yet' : `ships by ${formatDay(ship_by)}`
  return `Delay notice: ${until}${answer_by === null ? '' : `; an answer is needed by ${formatDay(answer_by)}`}`
}

function deliverySentence({ order_status, delivered_on }: Facts): string {
  if (order_status !== 'delivered') return 'Not delivered after all'
  return delivered_on ? `Delivered on ${formatDay(delivered_on)}` : 'Delivered'
}

/** A step of a return in words, or its undo. */
function returnSentence({ return_state, answer }: Facts, step: 'accepted' | 'declined' | 'received'): string {
  if (return_state !== step) return `Return not ${step} after all`
  return `Return ${step}${answer && step !== 'received' ? ` (${answer})` : ''}`
}

/** The fields of entries that sentences name. Entries of earlier versions may hold others, or only a text. */
const facts = z.object({
  tracking_number: z.optional(z.nullable(z.string())),
  shipped_by: z.optional(z.nullable(z.string())),
  order_status: z.optional(z.string()),
  delivered_on: z.optional(z.nullable(z.string())),
  notice: z.optional(z.nullable(z.object({ ship_by: z.nullable(z.string()), answer_by: z.nullable(z.string()) }))),
  payment: z.optional(z.nullable(z.string())),
  return_state: z.optional(z.string()),
  answer: z.optional(z.string()),
  delivery_address: z.optional(z.nullable(z.string())),
  note: z.optional(z.nullable(z.string())),
  pay_link: z.optional(z.nullable(z.string())),
  amount_cents: z.optional(z.nullable(z.number())),
  refund: z.optional(z.nullable(z.object({ refund_id: z.string(), amount_cents: z.number(), note: z.string() }))),
  items: z.optional(
    z.array(
      z.object({
        order_item_id: z.optional(z.string()),
        quantity: z.optional(z.int()),
        cancellation_status: z.optional(z.nullable(z.string())),
        cancellation_reason: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
})
type Facts = z.infer<typeof facts>

function describe({ action, before, after }: AuditEntry, order: StoredOrder): string {
  const sentence = Object.hasOwn(SENTENCES, action) ? SENTENCES[action] : undefined
  return sentence?.(factsOf(before), factsOf(after), order) ?? action
}

/** The items of an entry, for example `1 × Campus Slim Blue`. A cancelled line has fewer pieces once some were refunded. */
function piecesOf({ items = [] }: Facts, order: StoredOrder): string {
  const lines = items.flatMap(({ order_item_id, quantity }) => {
    const item = order.items.find((one) => one.order_item_id === order_item_id)
    return item === undefined ? [] : [itemLine({ ...item, quantity: quantity ?? item.quantity })]
  })
  return lines.join(', ')
}

/** That the money stays, where a shipment was taken back after the card had been asked to be charged. */
function chargeNote({ action, at, after }: AuditEntry, { payment }: OrderState): string {
  const canTakeBack = ['order.shipment_taken_back', 'order.shipped', 'orders.shipped'].includes(action)
  if (!canTakeBack || factsOf(after).order_status !== 'processing') return ''
  return wasCharged(payment, at) ? '. The card stays charged until you refund it' : ''
}

/** That nothing went back, where the gateway was asked in vain. */
function refundNote({ action, after }: AuditEntry, { refunds }: OrderState): string {
  const id = action === 'order.refunded' ? factsOf(after).refund?.refund_id : undefined
  const hasFailed = refunds.some(({ refund_id, failed }) => failed && refund_id === id)
  return hasFailed ? REFUSED : ''
}

const REFUSED = '. The gateway refused it, so nothing was refunded'

function factsOf(value: unknown): Facts {
  if (typeof value === 'string') return { note: value }
  const parsed = z.safeParse(facts, value)
  return parsed.success ? parsed.data : {}
}

function moneyOf({ refund }: Facts): string {
  return formatAdminMoney(refund?.amount_cents ?? 0)
}

function moneyAndNote({ amount_cents, note }: { amount_cents: Cents; note: string }, pieces: string): string {
  const what = pieces === '' ? '' : ` for ${pieces}`
  return `${formatAdminMoney(amount_cents)}${what}${note === '' ? '' : ` ${inBrackets(note)}`}`
}

/** A text that was deleted has brackets already. */
function inBrackets(text: string): string {
  return text === DELETED ? text : `(${text})`
}
