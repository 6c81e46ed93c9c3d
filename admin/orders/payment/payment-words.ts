import { formatAdminMoney } from '@shop/contract/money'
import type { CardPayment, PaymentOperation } from '@shop/contract/payments/card-payment'
import { isLostDispute } from '@shop/contract/payments/disputes'
import { formatDay, formatTime } from '../../ui/time.ts'

type Words = { color: 'amber' | 'moss' | 'brick' | 'ink'; badge: string; text: string }

const STATE_WORDS: Readonly<Record<CardPayment['state'], Words>> = {
  authorized: { color: 'amber', badge: 'Reserved', text: 'The amount is reserved on the card, and not charged yet.' },
  submitted: { color: 'moss', badge: 'Charged', text: 'The card was charged. The money is on its way to your bank.' },
  settled: { color: 'moss', badge: 'Charged', text: 'The card was charged, and the money is in your bank account.' },
  voided: { color: 'ink', badge: 'Released', text: 'Nothing was charged. The reservation was released.' },
  expired: {
    color: 'brick',
    badge: 'Expired',
    text: 'The reservation has expired, so you can’t charge the card. Before you ship, send a payment link or record how it was paid.',
  },
  failed: { color: 'brick', badge: 'Not paid', text: 'The shopper’s bank didn’t pay. Nothing was charged.' },
}

export function describePayment({ state, expires_at }: CardPayment, now: number): Words {
  const words = STATE_WORDS[state]
  if (state !== 'authorized' || expires_at === null) return words
  if (Date.parse(expires_at) <= now) return STATE_WORDS.expired
  return { ...words, text: `${words.text} The reservation ends ${formatTime(expires_at)}.` }
}

/** The released part of a reservation: all that was not charged of it, once it was charged or has ended. */
export function releasedOf({ state, authorized_cents, captured_cents }: CardPayment): number {
  return state === 'authorized' || state === 'failed' ? 0 : Math.max(0, authorized_cents - captured_cents)
}

const KIND_WORDS: Readonly<Record<PaymentOperation['kind'], string>> = {
  authorize: 'Reserve',
  capture: 'Charge',
  void: 'Release',
  refund: 'Refund',
}

const ERROR_WORDS: Readonly<Record<string, string>> = {
  unsettled: 'The bank settles the charge overnight and hasn’t done so yet',
  expired: 'The reservation has expired',
  amount: 'That’s more than what’s left',
  state: 'This payment no longer allows it',
  missing: 'The gateway doesn’t know this payment',
  'not found': 'The gateway can’t find this payment',
  provider: 'The shop isn’t set up with this payment’s gateway',
  keys: 'The gateway rejected the shop’s keys',
  busy: 'The gateway is busy',
  unreachable: 'We can’t reach the gateway',
  settlement_declined: 'The shopper’s bank didn’t pay after all',
  refund_failed: 'The shopper’s bank rejected the refund, so you have the money again',
}

/** How far something is that was asked of the gateway, and why it is not done. */
export function describeOperation(operation: PaymentOperation): Words & { name: string } {
  return { name: KIND_WORDS[operation.kind], ...describeProgress(operation) }
}

function describeProgress({ state, kind, next_attempt_at, last_error, finished_at }: PaymentOperation): Words {
  const error = last_error === null ? null : (ERROR_WORDS[last_error] ?? `The gateway says: ${last_error}`)
  switch (state) {
    case 'done':
      return { color: 'moss', badge: 'Done', text: finished_at === null ? '' : formatTime(finished_at) }
    case 'withdrawn':
      return {
        color: 'ink',
        badge: 'Cancelled',
        text: last_error === 'settled' ? TOO_LATE : 'Undone before we asked the gateway.',
      }
    case 'rejected':
      return { color: 'brick', badge: 'Failed', text: `${error ?? 'It was refused'}. ${AFTER_FAILURE[kind]}` }
    default: {
      if (error === null)
        return {
          color: 'amber',
          badge: 'Waiting',
          text: `We’ll send it to the gateway ${formatTime(next_attempt_at)}.`,
        }
      return { color: 'amber', badge: 'Waiting', text: `${error}. We’ll try again ${formatTime(next_attempt_at)}.` }
    }
  }
}

const TOO_LATE = 'The bank had already settled the charge, so it is refunded instead.'

const AFTER_FAILURE: Readonly<Record<PaymentOperation['kind'], string>> = {
  authorize: 'Nothing was reserved.',
  capture: 'Nothing was charged.',
  void: 'Nothing was released.',
  refund: 'Nothing was refunded.',
}

/** For example `Disputed: $79.00, open. Answer it by Dec 10, 2026.` */
export function describeDispute({ kind, state, amount_cents, reply_by }: CardPayment['disputes'][number]): string {
  const fact = `Disputed: ${formatAdminMoney(amount_cents)}, ${state.replaceAll('_', ' ')}.`
  if (isLostDispute({ kind, status: state })) return `${fact} It counts as refunded.`
  return state === 'open' && reply_by !== null ? `${fact} Answer it by ${formatDay(reply_by)}.` : fact
}
