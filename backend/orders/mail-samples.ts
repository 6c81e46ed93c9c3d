import type { MailSample } from '@shop/contract/admin/mail'
import { formatMoney } from '@shop/contract/money'
import { paidCents } from '@shop/contract/order-totals'
import { listProducts } from '../catalog/catalog.repository.ts'
import type { Database } from '../database/database.ts'
import { addDays, localDay } from '../lib/local-day.ts'
import { composeText, type NewMail } from '../mail/enqueue-mail.ts'
import { mailToOf, publicUrlOf, type Settings } from '../settings/settings.ts'
import { getShopSettings } from '../settings/shop/shop-settings.repository.ts'
import { buildOrder, itemOf } from './build-order.ts'
import { NOTHING_CHARGED } from './charge-order.ts'
import { delayMail } from './delay.mail.ts'
import {
  cancellationByShop,
  cancellationForShopper,
  cardRefundMail,
  orderPlacedMail,
  orderPlacedShopMail,
  shipmentChangeMail,
} from './orders.mail.ts'
import type { StoredOrder } from './orders.repository.ts'
import { orderPaidMail, orderPaidShopMail, payLinkMail } from './pay-link.mail.ts'
import { shipDayOf } from './promised-day.ts'

const CARD = { brand: 'Visa', last4: '1111' }

/** Each mail about an order that is paid by card, at the checkout or by a link, of an order that nobody placed. */
export async function listMailSamples(database: Database, settings: Settings, now: Date): Promise<MailSample[]> {
  const shop = await getShopSettings(database)
  const order = await sampleOrder(database, { shipDays: shop.shipDays, today: localDay(now) })
  const { items, ship_by: promised } = order
  const left = { order_status: 'shipped', tracking_number: '1Z999AA10123456784', shipped_by: null } as const
  const mails: Record<string, NewMail> = {
    'Order confirmed': orderPlacedMail(order, CARD, shop),
    'New order, to you': orderPlacedShopMail(order, mailToOf(settings, shop)),
    Shipped: shipmentChangeMail(
      order,
      { before: order, after: left, money: `Your card is charged ${formatMoney(paidCents(order))} now.` },
      shop,
    ),
    'Cancelled by the shopper': cancellationForShopper(
      order,
      { items, reason: 'Changed My Mind', money: NOTHING_CHARGED },
      shop,
    ),
    'Cancelled by you': cancellationByShop(order, { items, reason: 'Out of canvas', money: NOTHING_CHARGED }, shop),
    'Paid back': cardRefundMail(order, { amount_cents: paidCents(order), note: '' }, shop),
    Delayed: delayMail(
      order,
      {
        promised: promised ?? order.order_date,
        shipBy: addDays(promised ?? order.order_date, 14),
        estimate: null,
        answerBy: null,
        money: NOTHING_CHARGED,
        link: `${publicUrlOf(settings, shop)}/orderAndReturn#token=…`,
      },
      shop,
    ),
    'To pay by link': payLinkMail(
      order,
      { url: `${publicUrlOf(settings, shop)}/pay#token=…`, expires_at: now.toISOString() },
      shop,
    ),
    'Paid by link': orderPaidMail(order, CARD, shop),
    'Paid by link, to you': orderPaidShopMail(order, mailToOf(settings, shop)),
  }
  return Object.entries(mails).map(([name, { to, subject, blocks }]) => ({
    name,
    to,
    subject,
    text: composeText(blocks, shop),
  }))
}

async function sampleOrder(
  database: Database,
  { shipDays, today }: { shipDays: number; today: string },
): Promise<StoredOrder> {
  const [product] = await listProducts(database)
  const bag = { product_id: '1', product_name: 'Bag', price_cents: 7900, quantity: 1, image_file: null }
  return buildOrder({
    order_id: '200123',
    order_date: today,
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@mail.example',
    delivery_address: '12 Main St\nOakland, CA 94601',
    ship_by: shipDayOf(today, shipDays),
    estimated_delivery_date: shipDayOf(today, shipDays + 3),
    items: [product === undefined ? bag : itemOf(product, 1, today)],
  })
}
