import { type Cents, formatAdminMoney } from '@shop/contract/money'
import { itemLine } from '@shop/contract/order-item'
import * as z from 'zod/mini'
import type { AuditEntry } from '../../admin/audit/audit.repository.ts'
import { DELETED_TEXT } from '../../admin/audit/rewrite-entries.repository.ts'
import { formatDay } from '../../platform/lib/days/local-day.ts'
import { wasCharged } from '../card-payment.ts'
import type { OrderState } from '../order-change.ts'
import { addressLine } from '../orders.mail.ts'
import type { StoredOrder } from '../orders.repository.ts'

/** Sentences about each action and its undo. */
const CHANGE_SENTENCES: Readonly<Record<string, (before: Facts, after: Facts, order: StoredOrder) => string>> = {
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
  'order.payment_recorded': (_before, { payment }) => PAYMENT_SENTENCES[payment ?? ''] ?? 'Payment unknown',
  'order.pay_link_sent': (_before, { amount_cents }) =>
    amount_cents == null ? 'Payment link undone' : `Payment link sent for ${formatAdminMoney(amount_cents)}`,
  'order.pay_link_withdrawn': (_before, { pay_link }) =>
    pay_link ? 'Payment link restored' : 'Payment link cancelled',
  'order.noted': (before, after) => (after.note ? `Note: ${after.note}` : `Note removed: ${before.note ?? ''}`),
  'order.taken': (_before, { note }) => (note ? `Entered by the shop. ${note}` : 'Entered by the shop'),
}

const PAYMENT_SENTENCES: Readonly<Record<string, string>> = {
  unpaid: 'Not paid yet',
  cash: 'Paid in cash',
  card: 'Paid by card',
  check: 'Paid by check',
  transfer: 'Paid by bank transfer',
  other: 'Paid',
}

const WAY_SENTENCES: Readonly<Record<string, string>> = {
  untracked: 'Shipped without a tracking number',
  own_delivery: 'Shipped by local delivery',
  picked_up: 'Picked up',
}

function shipmentSentence({ tracking_number, shipped_by }: Facts): string {
  if (tracking_number) return `Shipped, tracking number ${tracking_number}`
  return WAY_SENTENCES[shipped_by ?? ''] ?? 'Not shipped after all'
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

/** A step of a return, or its undo. */
function returnSentence({ return_state, answer }: Facts, step: 'accepted' | 'declined' | 'received'): string {
  if (return_state !== step) return `Return not ${step} after all`
  return `Return ${step}${answer && step !== 'received' ? ` (${answer})` : ''}`
}

/** Fields of entries that sentences use. Entries of earlier versions may have others, or only a text. */
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

export function describe({ action, before, after }: AuditEntry, order: StoredOrder): string {
  const sentence = Object.hasOwn(CHANGE_SENTENCES, action) ? CHANGE_SENTENCES[action] : undefined
  return sentence?.(factsOf(before), factsOf(after), order) ?? action
}

/** The items of an entry, for example `1 × Campus Slim Blue`. Fewer of a cancelled line once some were refunded. */
function piecesOf({ items = [] }: Facts, order: StoredOrder): string {
  const lines = items.flatMap(({ order_item_id, quantity }) => {
    const item = order.items.find((one) => one.order_item_id === order_item_id)
    return item === undefined ? [] : [{ ...item, quantity: quantity ?? item.quantity }]
  })
  return piecesLine(lines)
}

/** For example `2 × Campus Slim Blue`, summed over the order's lines. */
export function piecesLine(items: readonly Parameters<typeof itemLine>[0][]): string {
  const byName = Map.groupBy(items, ({ product_name }) => product_name)
  const lines = [...byName].map(([product_name, own]) =>
    itemLine({ product_name, quantity: own.reduce((sum, { quantity }) => sum + quantity, 0) }),
  )
  return lines.join(', ')
}

/** Note that the charge stays after a shipment was undone. */
export function chargeNote({ action, at, after }: AuditEntry, { payment }: OrderState): string {
  const canTakeBack = ['order.shipment_taken_back', 'order.shipped', 'orders.shipped'].includes(action)
  if (!canTakeBack || factsOf(after).order_status !== 'processing') return ''
  return wasCharged(payment, at) ? '. The card stays charged until you refund it' : ''
}

/** Note that a refund failed at the gateway. */
export function refundNote({ action, after }: AuditEntry, { refunds }: OrderState): string {
  const id = action === 'order.refunded' ? factsOf(after).refund?.refund_id : undefined
  const hasFailed = refunds.some(({ refund_id, failed }) => failed && refund_id === id)
  return hasFailed ? REFUSED_SENTENCE : ''
}

export const REFUSED_SENTENCE = '. The gateway refused it, so nothing was refunded'

export function factsOf(value: unknown): Facts {
  if (typeof value === 'string') return { note: value }
  const parsed = z.safeParse(facts, value)
  return parsed.success ? parsed.data : {}
}

function moneyOf({ refund }: Facts): string {
  return formatAdminMoney(refund?.amount_cents ?? 0)
}

export function moneyAndNote({ amount_cents, note }: { amount_cents: Cents; note: string }, pieces: string): string {
  const what = pieces === '' ? '' : ` for ${pieces}`
  return `${formatAdminMoney(amount_cents)}${what}${note === '' ? '' : ` ${inBrackets(note)}`}`
}

/** Deleted texts have brackets already. */
function inBrackets(text: string): string {
  return text === DELETED_TEXT ? text : `(${text})`
}
