import { type Cents, formatMoney } from '@shop/contract/money'
import type { ShopSettings } from '@shop/contract/pages/shop'
import type { NewMail } from '../../mail/enqueue-mail.ts'
import { mailToShopper, orderValues } from '../orders.mail.ts'
import type { StoredOrder } from '../orders.repository.ts'

type Refund = { amount_cents: Cents; note: string }

export function refundedMail(order: StoredOrder, { amount_cents, note }: Refund, shop: ShopSettings): NewMail {
  const values = { ...orderValues(order), amount: formatMoney(amount_cents), note }
  return mailToShopper(order, shop, { kind: 'refund', text: { name: 'refunded', values } })
}

export function refundCorrection(order: StoredOrder, told: Cents, shop: ShopSettings): NewMail {
  const values = { ...orderValues(order), note: '', told_amount: formatMoney(told), right: 'there was no refund' }
  return mailToShopper(order, shop, { kind: 'refund-correction', text: { name: 'refund_corrected', values } })
}

export function cardRefundMail(order: StoredOrder, { amount_cents, note }: Refund, shop: ShopSettings): NewMail {
  const values = { ...orderValues(order), amount: formatMoney(amount_cents), note }
  return mailToShopper(order, shop, { kind: 'refund', text: { name: 'refunded_to_card', values } })
}
