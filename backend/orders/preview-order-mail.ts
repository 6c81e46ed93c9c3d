import type { MailedChange } from '@shop/contract/admin/orders'
import type { ShopSettings } from '@shop/contract/shop'
import { composeText } from '../mail/compose.ts'
import type { NewMail } from '../mail/enqueue-mail.ts'
import { itemsToCancel } from './cancel-by-shop.ts'
import { cancellationByShop } from './cancellation.mail.ts'
import type { OrderState } from './order-undo.ts'
import { refundChangeMail } from './refund.mail.ts'
import { itemsOfRefund } from './refund-order.ts'
import { previewShipment } from './ship-order.ts'
import { shipmentChangeMail } from './shipment.mail.ts'

/** The mail that the shopper would get about a change, as plain text; throws what the change itself would throw. */
export function previewOrderMail(
  state: OrderState,
  change: MailedChange,
  shop: ShopSettings,
): { to: string; subject: string; text: string } {
  const { to, subject, blocks } = mailOf(state, change, shop)
  return { to, subject, text: composeText(blocks, shop) }
}

function mailOf({ order, refunds }: OrderState, change: MailedChange, shop: ShopSettings): NewMail {
  if (change.change === 'ship') {
    return shipmentChangeMail(order, order, previewShipment(order, change), shop)
  }
  if (change.change === 'refund') {
    itemsOfRefund(order, refunds, { amountCents: change.amount_cents, itemIds: change.item_ids })
    return refundChangeMail(order, null, change, shop)
  }
  return cancellationByShop(order, itemsToCancel(order, change.item_ids), change.reason, shop)
}
