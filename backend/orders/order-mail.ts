import type { ShopSettings } from '@shop/contract/shop'
import type { NewMail } from '../mail/enqueue-mail.ts'
import type { OrderItem, StoredOrder } from './orders.repository.ts'

/** The recipient of a mail to the shopper, and who reads the reply. */
export function toShopper({ email }: Pick<StoredOrder, 'email'>, shop: ShopSettings): Pick<NewMail, 'to' | 'replyTo'> {
  return { to: email, replyTo: shop.supportEmail }
}

/** The last paragraph of most mails about an order. */
export function questions(shop: ShopSettings): string {
  return `Questions? Write to ${shop.supportEmail} and name the order number.`
}

/** For example `12 Main St, Oakland, CA 94601`, of an address in lines. */
export function addressLine(address: string): string {
  return address.split(/\s*\n\s*/).join(', ')
}

/** For example `2 × Campus Slim Blue`. */
export function itemLine({ quantity, product_name }: Pick<OrderItem, 'quantity' | 'product_name'>): string {
  return `${quantity} × ${product_name}`
}
