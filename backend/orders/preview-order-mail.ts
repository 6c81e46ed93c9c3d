import type { MailedChange } from '@shop/contract/admin/orders'
import type { ShopSettings } from '@shop/contract/shop'
import { composeText } from '../mail/compose.ts'
import type { NewMail } from '../mail/enqueue-mail.ts'
import { cancellationByShop } from './cancellation.mail.ts'
import type { StoredOrder } from './orders.repository.ts'
import { refundChangeMail } from './refund.mail.ts'
import { shipmentChangeMail } from './shipment.mail.ts'

/** The mail that the shopper would get about a change, as plain text. */
export function previewOrderMail(
  order: StoredOrder,
  change: MailedChange,
  shop: ShopSettings,
): { to: string; subject: string; text: string } {
  const { to, subject, blocks } = mailOf(order, change, shop)
  return { to, subject, text: composeText(blocks, shop) }
}

function mailOf(order: StoredOrder, change: MailedChange, shop: ShopSettings): NewMail {
  if (change.change === 'ship') {
    return shipmentChangeMail(order, order, { tracking_number: change.tracking_number }, shop)
  }
  if (change.change === 'refund') return refundChangeMail(order, null, change, shop)
  const items = order.items.filter(({ order_item_id }) => change.item_ids.includes(order_item_id))
  return cancellationByShop(order, items, change.reason, shop)
}
