import { EMPTY_ADDRESS } from '@shop/contract/address/postal-address'
import type { MailSample } from '@shop/contract/mail/admin'
import { formatMoney } from '@shop/contract/money'
import { paidCents } from '@shop/contract/order-totals'
import { findFirstProduct } from '../../catalog/products/products.repository.ts'
import { composeMail, type NewMail } from '../../mail/enqueue-mail.ts'
import { MAIL_TEXTS, type MailTextName } from '../../mail/texts/mail-texts.ts'
import { getReturnPolicy } from '../../pages/texts/page-texts.repository.ts'
import type { Database } from '../../platform/database/database.ts'
import { addDays, localDay } from '../../platform/lib/days/local-day.ts'
import { publicUrlOf, type Settings, type ToFamily, toFamilyOf } from '../../platform/settings/settings.ts'
import { getShopSettings } from '../../platform/settings/shop-settings.repository.ts'
import { buildOrder, itemOf } from '../build-order.ts'
import {
  cancellationByShop,
  cancellationCorrection,
  cancellationForShop,
  cancellationForShopper,
} from '../cancellation/cancellation.mail.ts'
import { NOTHING_CHARGED } from '../charge-order.ts'
import { delayCorrection, delayMail } from '../delays/delay.mail.ts'
import { addressColumns } from '../order-address.ts'
import {
  orderNotPlacedMail,
  orderPlacedMail,
  orderPlacedShopMail,
  orderTakenMail,
  orderWithdrawnMail,
  shipmentChangeMail,
} from '../orders.mail.ts'
import type { StoredOrder } from '../orders.repository.ts'
import { orderNotPaidMail, orderPaidMail, orderPaidShopMail, payLinkMail } from '../pay-links/pay-link.mail.ts'
import { shipDayOf } from '../promised-day.ts'
import { cardRefundMail, refundCorrection, refundedMail } from '../refunds/refunds.mail.ts'
import { returnAskedMail, returnAskedShopMail, returnChangeMail, returnCorrection } from '../returns/returns.mail.ts'

const SAMPLE_CARD = { brand: 'Visa', last4: '1111' }
const SAMPLE_REASON = 'Changed My Mind'

/** Mails to show together, most frequent first. */
const SHOWN_TEMPLATES: readonly MailTextName[] = [
  'order_confirmed',
  'order_placed_shop',
  'shipped',
  'cancelled_by_shopper',
  'cancelled_by_shop',
  'refunded_to_card',
  'delayed',
  'pay_link',
  'order_paid',
  'order_paid_shop',
]

/** Each mail about an order paid by card or link, for a made-up order. */
export async function listMailSamples(database: Database, settings: Settings, now: Date): Promise<MailSample[]> {
  const shop = await getShopSettings(database)
  const order = await sampleOrder(database, { shipDays: shop.shipDays, today: localDay(now) })
  const mails = await mailsOfOrder(database, order, { settings, now })
  const shown = SHOWN_TEMPLATES.flatMap((name) => mails.find(({ text }) => text.name === name) ?? [])
  return Promise.all(
    shown.map(async (mail) => {
      const { subject, text } = await composeMail(database, mail, shop)
      return { name: MAIL_TEXTS[mail.text.name].title, to: mail.to, subject, text }
    }),
  )
}

/** Every mail about an order as if all of it had happened. The links don’t work. */
export async function mailsOfOrder(
  database: Database,
  order: StoredOrder,
  { settings, now }: { settings: Settings; now: Date },
): Promise<NewMail[]> {
  const shop = await getShopSettings(database)
  const base = publicUrlOf(settings, shop)
  const family = toFamilyOf(settings, shop)
  const { items } = order
  const cents = paidCents(order)
  const paid = { card: SAMPLE_CARD, isCharged: shop.capture === 'at_order' }
  const cancelled = { items, reason: SAMPLE_REASON, money: NOTHING_CHARGED }
  const refund = { amount_cents: cents, note: '' }
  return [
    orderPlacedMail(order, paid, shop),
    orderTakenMail({ ...order, channel: 'phone' }, shop),
    orderWithdrawnMail(order, shop),
    orderNotPlacedMail(order, shop),
    orderPlacedShopMail(order, family),
    ...shipments(order, `We’re now charging your card ${formatMoney(cents)}.`).map((change) =>
      shipmentChangeMail(order, change, shop),
    ),
    delayMail(order, delayOf(order, base), shop),
    delayCorrection(order, shop),
    cancellationForShopper(order, cancelled, shop),
    cancellationForShop(order, { ...cancelled, details: 'I ordered twice.' }, family),
    cancellationByShop(order, { ...cancelled, reason: 'Out of canvas' }, shop),
    cancellationCorrection(order, items, shop),
    refundedMail(order, refund, shop),
    refundCorrection(order, refund.amount_cents, shop),
    cardRefundMail(order, refund, shop),
    ...returnMails(order, family, { shop, policy: await getReturnPolicy(database) }),
    payLinkMail(order, { url: `${base}/pay#token=…`, expires_at: now.toISOString() }, shop),
    orderPaidMail(order, paid, shop),
    orderPaidShopMail(order, family),
    orderNotPaidMail({ ...order, payment: 'unpaid' }, cents, shop),
    orderNotPaidMail({ ...order, payment: 'card' }, cents, shop),
  ]
}

function shipments(order: StoredOrder, money: string): Parameters<typeof shipmentChangeMail>[1][] {
  const before = { ...order, tracking_number: null, carrier: null, shipped_by: null }
  const tracked = {
    order_status: 'shipped',
    tracking_number: '1Z999AA10123456784',
    carrier: null,
    shipped_by: null,
  } as const
  const untracked = { ...tracked, tracking_number: null, carrier: null, shipped_by: 'own_delivery' } as const
  return [
    { before, after: tracked, money },
    { before, after: untracked, money },
    { before, after: { ...untracked, shipped_by: 'picked_up' }, money },
    { before: untracked, after: tracked, money: null },
    { before: tracked, after: { ...tracked, tracking_number: '1Z999AA10123456785' }, money: null },
    { before: tracked, after: untracked, money: null },
    { before: tracked, after: { ...before, order_status: 'processing' }, money: null },
  ]
}

function delayOf({ ship_by, order_date }: StoredOrder, base: string): Parameters<typeof delayMail>[1] {
  const promised = ship_by ?? order_date
  return {
    promised,
    shipBy: addDays(promised, 14),
    estimate: null,
    answerBy: null,
    money: NOTHING_CHARGED,
    reservedUntil: null,
    link: `${base}/orderAndReturn#token=…`,
  }
}

function returnMails(
  order: StoredOrder,
  family: ToFamily,
  promised: Parameters<typeof returnChangeMail>[3],
): NewMail[] {
  const { shop } = promised
  const items = order.items.map(({ order_item_id, quantity }) => ({ order_item_id, quantity }))
  const asked = { items, reason: SAMPLE_REASON, details: 'It is smaller than I thought.', state: 'asked' } as const
  const news = { answer: '', labelUrl: null }
  return [
    returnAskedMail(order, asked, promised),
    returnAskedShopMail(order, asked, family),
    returnChangeMail(order, asked, { ...news, return_state: 'accepted' }, promised),
    returnChangeMail(order, asked, { ...news, return_state: 'declined', answer: 'They were worn.' }, promised),
    returnChangeMail(
      order,
      { ...asked, state: 'received' },
      { ...news, return_state: 'declined', answer: 'It is torn.' },
      promised,
    ),
    returnChangeMail(order, asked, { ...news, return_state: 'received' }, promised),
    returnCorrection(order, asked, { from: 'received', to: 'accepted' }, shop),
  ]
}

/** A made-up order of the first product. */
export async function sampleOrder(
  database: Database,
  { shipDays, today }: { shipDays: number; today: string },
): Promise<StoredOrder> {
  const product = await findFirstProduct(database)
  const example = { product_id: '1', product_name: 'A product', price_cents: 7900, quantity: 1, image_file: null }
  return buildOrder({
    order_id: '200123',
    order_date: today,
    first_name: 'Ada',
    last_name: 'Lovelace',
    email: 'ada@mail.example',
    ...addressColumns({ ...EMPTY_ADDRESS, address1: '12 Main St', city: 'Oakland', state: 'CA', zip: '94601' }),
    ship_by: shipDayOf(today, shipDays),
    estimated_delivery_date: shipDayOf(today, shipDays + 3),
    delivery_name: 'USPS Priority Mail',
    items: [product === undefined ? example : itemOf(product, 1, today)],
  })
}
