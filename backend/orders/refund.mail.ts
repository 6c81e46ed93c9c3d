import { type Cents, formatMoney } from '@shop/contract/money'
import type { ShopSettings } from '@shop/contract/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'
import { questions, toShopper } from './order-mail.ts'
import type { StoredOrder } from './orders.repository.ts'

type Refund = { amount_cents: Cents; note: string }

/** Tells the shopper what was paid back, or that what the shop said of it was wrong. */
export function refundChangeMail(
  order: StoredOrder,
  before: Refund | null,
  after: Refund | null,
  shop: ShopSettings,
): NewMail {
  return {
    kind: before === null ? 'refund' : 'refund-correction',
    ...toShopper(order, shop),
    subject:
      before === null
        ? `A refund for your order # ${order.order_id}`
        : `A correction to your order # ${order.order_id}`,
    blocks: [
      `Hello ${order.first_name},`,
      sentence(order, before, after),
      ...(after === null ? [] : noteBlocks(after)),
      questions(shop),
    ],
  }
}

function sentence({ order_id }: StoredOrder, before: Refund | null, after: Refund | null): string {
  if (before === null) return `we have paid back ${formatMoney(after?.amount_cents ?? 0)} for your order # ${order_id}.`
  const correction = `we told you that ${formatMoney(before.amount_cents)} was paid back for your order # ${order_id}.`
  return after === null
    ? `${correction} That was a mistake: it was not.`
    : `${correction} That was a mistake: it is ${formatMoney(after.amount_cents)}.`
}

function noteBlocks({ note }: Refund): NewMail['blocks'] {
  return note === '' ? [] : [note]
}
