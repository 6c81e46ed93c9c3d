import { type Cents, shareOf } from '@shop/contract/money'

/** What was received for an order, and the sales tax in it. */
export type Received = {
  charged: Cents
  tax: Cents
  /** The delivery, where its state does not tax it. */
  untaxed: Cents
}

type Refund = { amount: Cents; tax: Cents }

/**
 * The sales tax in an amount that is paid back of an order: its share of what was received. It is rounded together with
 * the other refunds of the order, so that all of them come to the whole tax once everything is paid back. A delivery without
 * tax counts as paid back last, since `paidFor` proposes it with the last items alone.
 */
export function taxInRefund(received: Received, others: readonly Refund[], amount: Cents): Cents {
  const sumOf = (part: keyof Refund) => others.reduce((sum, refund) => sum + refund[part], 0)
  return taxInFirst(received, sumOf('amount') + amount) - sumOf('tax')
}

/** Of what was received the tax in the first so many cents, rounded half up. */
function taxInFirst({ charged, tax, untaxed }: Received, paidBack: Cents): Cents {
  const taxed = Math.max(0, charged - untaxed)
  return shareOf(tax, Math.min(paidBack, taxed), taxed)
}
