import type { ShopSettings } from '@shop/contract/shop'
import { formatDay } from '../lib/local-day.ts'
import type { NewMail } from '../mail/enqueue-mail.ts'
import { listCancellable } from './order-status.ts'
import { factBlocks, itemBlocks, mailToShopper, orderValues } from './orders.mail.ts'
import type { StoredOrder } from './orders.repository.ts'

/** A notice of a delay, as its mail says it. */
export type DelayWords = {
  /** The day that was promised before. */
  promised: string
  shipBy: string | null
  estimate: string | null
  answerBy: string | null
  /** What becomes of the money of an order that is cancelled; `null` where nothing is said. */
  money: string | null
  /** The day until which the amount stays reserved on a card, where it may ship later; `null` elsewhere. */
  reservedUntil: string | null
  link: string
}

/** Tells the shopper that an order is delayed, how it is cancelled for a full refund, and what silence means (16 CFR 435). */
export function delayMail(order: StoredOrder, words: DelayWords, shop: ShopSettings): NewMail {
  const { promised, shipBy, estimate, answerBy, money, reservedUntil, link } = words
  const refund = order.payment === 'unpaid' ? '' : ', with a full refund'
  const values = {
    ...orderValues(order),
    promised_day: formatDay(promised),
    items: itemBlocks(listCancellable(order)),
    new_day: factBlocks([
      ['Ships by', shipBy === null ? 'We do not know the day yet' : formatDay(shipBy)],
      ...(estimate === null ? [] : [['Estimated delivery', formatDay(estimate)] as const]),
    ]),
    how_to_cancel: [`You may cancel it until it ships${refund}. This link asks you once more before it does:`, link],
    money: [
      ...(money === null ? [] : [`If you cancel: ${money}`]),
      ...(reservedUntil === null ? [] : [reservationSentence(reservedUntil)]),
    ],
    no_answer: silenceSentence(answerBy, order),
  }
  return mailToShopper(order, shop, { kind: 'delay', text: { name: 'delayed', values } })
}

function reservationSentence(day: string): string {
  return `The amount is reserved on your card until ${formatDay(day)}. If your order ships later, nothing is charged by that, and we send you a link to pay.`
}

function silenceSentence(answerBy: string | null, { payment }: StoredOrder): string {
  if (answerBy === null) {
    return 'If you want to wait, there is nothing to do: without an answer we take it that you wait.'
  }
  const money = payment === 'unpaid' ? '' : ' and pay back what you paid'
  return `If you want to wait, please say so on the same page by ${formatDay(answerBy)}. If you do not, and the order has not shipped by then, we cancel it${money}.`
}

/** Tells the shopper that a notice of a delay was a mistake. */
export function delayCorrection(order: StoredOrder, shop: ShopSettings): NewMail {
  const text = { name: 'delay_withdrawn', values: orderValues(order) } as const
  return mailToShopper(order, shop, { kind: 'delay-correction', text })
}
