import type { ShopSettings } from '@shop/contract/pages/shop'
import type { NewMail } from '../../mail/enqueue-mail.ts'
import type { ToFamily } from '../../platform/settings/settings.ts'
import { customerBlocks, factBlocks, itemBlocks, mailToShopper, orderLink, orderValues } from '../orders.mail.ts'
import type { OrderItem, StoredOrder } from '../orders.repository.ts'

/** `money`: a sentence about the refund; `null` for none. */
type Cancelled = { items: readonly OrderItem[]; reason: string; money: string | null }
type Cancellation = { items: readonly OrderItem[]; reason: string; details: string }

/** Ids of both mails about a shopper's cancellation, which has no audit entry: from its first item and its time. */
export function cancellationMailIds(orderItemId: string, cancelledAt: string): { shop: string; shopper: string } {
  const name = `${orderItemId}-${Date.parse(cancelledAt)}`
  return { shop: `cancellation-notice-${name}`, shopper: `cancellation-${name}` }
}

export function cancellationForShop(
  order: StoredOrder,
  { items, reason, details }: Cancellation,
  family: ToFamily,
): NewMail {
  const values = {
    ...orderValues(order),
    items: itemBlocks(items),
    customer: customerBlocks(order, reason),
    details: [{ quote: details }],
    link: orderLink(family, order.order_id),
  }
  return {
    kind: 'cancellation-shop',
    to: family.to,
    replyTo: order.email,
    text: { name: 'cancelled_by_shopper_shop', values },
  }
}

export function cancellationForShopper(order: StoredOrder, cancelled: Cancelled, shop: ShopSettings): NewMail {
  const text = { name: 'cancelled_by_shopper', values: cancelledValues(order, cancelled) } as const
  return mailToShopper(order, shop, { kind: 'cancellation-shopper', text })
}

export function cancellationByShop(order: StoredOrder, cancelled: Cancelled, shop: ShopSettings): NewMail {
  const text = { name: 'cancelled_by_shop', values: cancelledValues(order, cancelled) } as const
  return mailToShopper(order, shop, { kind: 'cancellation-shopper', text })
}

function cancelledValues(order: StoredOrder, { items, reason, money }: Cancelled) {
  return {
    ...orderValues(order),
    items: itemBlocks(items),
    reason: factBlocks([['Reason', reason]]),
    money: money ?? '',
  }
}

export function cancellationCorrection(order: StoredOrder, items: readonly OrderItem[], shop: ShopSettings): NewMail {
  const text = { name: 'not_cancelled', values: { ...orderValues(order), items: itemBlocks(items) } } as const
  return mailToShopper(order, shop, { kind: 'cancellation-correction', text })
}
