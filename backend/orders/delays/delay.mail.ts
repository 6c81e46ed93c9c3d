import type { ShopSettings } from '@shop/contract/pages/shop'
import type { NewMail } from '../../mail/enqueue-mail.ts'
import { formatDay } from '../../platform/lib/days/local-day.ts'
import { listCancellable } from '../order-status.ts'
import { factBlocks, itemBlocks, mailToShopper, orderValues } from '../orders.mail.ts'
import type { StoredOrder } from '../orders.repository.ts'

/** Contents of a delay notice. */
export type DelayWords = {
  /** The earlier promised day. */
  promised: string
  shipBy: string | null
  estimate: string | null
  answerBy: string | null
  /** The refund sentence for a cancelled order; `null` for none. */
  money: string | null
  /** The last day of the card reservation, if the order may ship later; otherwise `null`. */
  reservedUntil: string | null
  link: string
}

/** Tells the shopper of a delay, how to cancel for a full refund, and what silence means (16 CFR 435). */
export function delayMail(order: StoredOrder, words: DelayWords, shop: ShopSettings): NewMail {
  const { promised, shipBy, estimate, answerBy, money, reservedUntil, link } = words
  const refund = order.payment === 'unpaid' ? '' : ', with a full refund'
  const values = {
    ...orderValues(order),
    promised_day: formatDay(promised),
    items: itemBlocks(listCancellable(order)),
    new_day: factBlocks([
      ['Now ships by', shipBy === null ? 'We don’t have a date yet' : formatDay(shipBy)],
      ...(estimate === null ? [] : [['Estimated delivery', formatDay(estimate)] as const]),
    ]),
    how_to_cancel: [
      `You can cancel your order until it ships${refund}. We’ll ask you to confirm:`,
      { button: 'Cancel or keep your order', url: link },
    ],
    money: [
      ...(money === null ? [] : [`If you cancel, ${money.charAt(0).toLowerCase()}${money.slice(1)}`]),
      ...(reservedUntil === null ? [] : [reservationSentence(reservedUntil)]),
    ],
    no_answer: silenceSentence(answerBy, order),
  }
  return mailToShopper(order, shop, { kind: 'delay', text: { name: 'delayed', values } })
}

function reservationSentence(day: string): string {
  return `The hold on your card ends on ${formatDay(day)}. If your order ships later, we won’t charge the card and will send you a link to pay.`
}

function silenceSentence(answerBy: string | null, { payment }: StoredOrder): string {
  if (answerBy === null) {
    return 'Happy to wait? You don’t need to do anything. If we don’t hear from you, we’ll keep your order.'
  }
  const money = payment === 'unpaid' ? '' : ' and refund what you paid'
  return `Happy to wait? Please tell us on the same page by ${formatDay(answerBy)}. If we don’t hear from you and the order hasn’t shipped by then, we’ll cancel it${money}.`
}

export function delayCorrection(order: StoredOrder, shop: ShopSettings): NewMail {
  const text = { name: 'delay_withdrawn', values: orderValues(order) } as const
  return mailToShopper(order, shop, { kind: 'delay-correction', text })
}
