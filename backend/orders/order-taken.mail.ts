import { type Cents, formatMoney } from '@shop/contract/money'
import type { ShopSettings } from '@shop/contract/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'
import { addressLine, itemLine, questions, toShopper } from './order-mail.ts'
import { paidCents } from './order-money.ts'
import type { StoredOrder } from './orders.repository.ts'

/** Tells the shopper the number and the sum of an order taken by phone or at a fair. */
export function orderTakenMail(order: StoredOrder, shop: ShopSettings): NewMail {
  return {
    kind: 'order-confirmation',
    ...toShopper(order, shop),
    subject: `Your order # ${order.order_id}`,
    blocks: [
      `Hello ${order.first_name},`,
      `thank you for your order ${order.channel === 'phone' ? 'by phone' : 'at the fair'}. Its number is ${order.order_id}:`,
      { list: order.items.map(itemLine) },
      { facts: [...sumsOf(order), ...paymentFacts(order), ...addressFacts(order)] },
      questions(shop),
    ],
  }
}

/** The total, after its parts where it has more than the goods. */
function sumsOf(order: StoredOrder): [string, string][] {
  const added: [string, Cents][] = [
    ['Delivery', order.delivery_cents],
    ['Sales tax', order.tax_cents],
  ]
  const goods: [string, Cents] = ['Goods', order.total_cents]
  const total: [string, Cents] = ['Total', paidCents(order)]
  const charged = added.filter(([, cents]) => cents > 0)
  const sums = charged.length === 0 ? [total] : [goods, ...charged, total]
  return sums.map(([label, cents]) => [label, formatMoney(cents)])
}

function paymentFacts({ payment }: StoredOrder): [string, string][] {
  if (payment === null) return []
  return [['Payment', payment === 'unpaid' ? 'Not paid yet' : 'Paid, thank you']]
}

function addressFacts({ delivery_address }: StoredOrder): [string, string][] {
  return delivery_address === null ? [] : [['Delivery to', addressLine(delivery_address)]]
}

/** Tells the shopper that an order was entered by mistake. */
export function orderWithdrawnMail(order: StoredOrder, shop: ShopSettings): NewMail {
  return {
    kind: 'order-correction',
    ...toShopper(order, shop),
    subject: `A correction to your order # ${order.order_id}`,
    blocks: [
      `Hello ${order.first_name},`,
      `we told you of an order # ${order.order_id}. That was a mistake: there is no such order.`,
      questions(shop),
    ],
  }
}
