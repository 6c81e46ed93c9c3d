import { type FieldValues, pickFields, toWire } from '@shop/contract/http/fields'
import { dollars } from '@shop/contract/money'
import { SHOWN_ITEM_FIELDS } from '@shop/contract/order-item'
import { isToCharge, isToRefund, isUnpaidItem } from '@shop/contract/order-money'
import { paidCents } from '@shop/contract/order-totals'
import {
  ADMIN_ORDER_FIELDS,
  ADMIN_ORDER_ITEM_FIELDS,
  type AdminOrder,
  type AdminOrderItem,
  type ListedOrder,
} from '@shop/contract/orders/admin'
import type { OrderPayLink } from '@shop/contract/orders/admin-pay-links'
import { ORDER_FIELDS, ORDER_ITEM_FIELDS } from '@shop/contract/orders/calls'
import type { OrderEvent } from '@shop/contract/orders/events'
import { hasLeft } from '@shop/contract/orders/has-left'
import type { WireOrderRow } from '@shop/contract/orders/schemas'
import { listTrackingNumbers, resolveCarrier } from '@shop/contract/orders/tracking'
import type { AdminSettings } from '@shop/contract/settings/admin'
import { shopAddressLines } from '@shop/contract/settings/shop-address'
import { fullName } from '@shop/contract/text/person-name'
import { type KnownRefund, sumRefunded } from '../../books/ledger/refunds.repository.ts'
import type { MediaStore } from '../../media/store/media-store.ts'
import { localDay } from '../../platform/lib/days/local-day.ts'
import { cancelProblem, shopCancelProblem } from '../cancellation/cancellation-rules.ts'
import { serializeOrderPayment } from '../card-payment.ts'
import { chargeProblem } from '../charge-order.ts'
import { refundDay } from '../delays/answer-day.ts'
import { delayProblem } from '../delays/delay-order.ts'
import { holdReason } from '../fulfilment/due-orders.ts'
import type { OrderRow } from '../list/orders-page.repository.ts'
import { addressOf, addressText, labelProblem } from '../order-address.ts'
import type { OrderState } from '../order-change.ts'
import type { OrderDelay } from '../order-delays.repository.ts'
import { refundableFor } from '../order-due.ts'
import { listCancellable, shipProblem } from '../order-status.ts'
import type { OrderItem, StoredOrder } from '../orders.repository.ts'
import { payLinkProblem } from '../pay-links/pay-link.ts'
import type { PayLink } from '../pay-links.repository.ts'
import { promisedDay } from '../promised-day.ts'
import { labelPathOf } from '../returns/change-return.ts'
import { recordPaymentProblem } from './order-details.ts'

/** An order as one row per item; each repeats the order's fields (R23). */
export function serializeOrder(
  order: StoredOrder,
  { delay, refunds }: { delay: OrderDelay | null; refunds: readonly KnownRefund[] },
  media: MediaStore,
): Promise<WireOrderRow[]> {
  const notice = delay === null || hasLeft(order) ? {} : { delay: { ship_by: delay.ship_by } }
  const made = refunds.filter(({ failed }) => !failed)
  const shown = made.map(({ amount_cents, refunded_at }) => {
    return { amount: dollars(amount_cents), on: localDay(new Date(refunded_at)) }
  })
  const { discount_code: code, discount_cents } = order
  const discount = code === null ? {} : { discount: { code, amount: dollars(discount_cents) } }
  const more = {
    ...notice,
    ...discount,
    ...hiddenCancelProblem(order),
    ...(shown.length > 0 && { refunds: shown }),
  }
  return Promise.all(order.items.map(async (item) => ({ ...(await serializeOrderItem(order, item, media)), ...more })))
}

/** The reason nothing can be cancelled, if open items and the shown status do not say it. */
function hiddenCancelProblem(order: StoredOrder): Pick<WireOrderRow, 'cancel_problem'> {
  const cancel_problem = cancelProblem(order, [])
  const { tracking_number, imported_status, order_status } = order
  const shown = { tracking_number, order_status: imported_status ?? order_status, shipped_by: null, delivered_on: null }
  return cancel_problem === null || hasLeft(shown) || listCancellable(order).length === 0 ? {} : { cancel_problem }
}

async function serializeOrderItem(order: StoredOrder, item: OrderItem, media: MediaStore): Promise<WireOrderRow> {
  return {
    ...pickFields(ORDER_FIELDS, order),
    orderDate: order.order_date,
    order_status: order.imported_status ?? order.order_status,
    customer_id: order.customer_id,
    total_amount: dollars(order.total_cents),
    tax_amount: dollars(order.tax_cents),
    combined_tax_rate: order.tax_rate_millionths / 1_000_000,
    delivery_cost: dollars(order.delivery_cents),
    ...toWire(ORDER_ITEM_FIELDS, item),
    stock_quantity: item.quantity,
    image_url: await pictureUrl(item, media),
    ...(item.quantity > 1 && cancelProblem(order, [item.order_item_id]) === null
      ? { cancellable_quantity: item.quantity }
      : {}),
  }
}

export function serializeListedOrder(
  order: OrderRow,
  { toRefund, toCharge }: { toRefund: boolean; toCharge: boolean },
): ListedOrder {
  return {
    order_id: order.order_id,
    order_date: order.order_date,
    name: fullName(order),
    email: order.email,
    phone: order.phone,
    payment: order.payment,
    channel: order.channel,
    status: order.imported_status ?? order.order_status,
    total_cents: paidCents(order),
    to_pay_back: toRefund,
    to_charge: toCharge,
  }
}

/** Parts of an order's page besides the order. */
type OrderSurroundings = {
  events: OrderEvent[]
  hasMailServer: boolean
  shop: AdminSettings
  /** Whether the result of a payment by link is unknown. */
  isPaying: boolean
  now: Date
}

export async function serializeAdminOrder(
  { order, refunds, payment, returns, delays, payLink }: OrderState,
  { events, hasMailServer, shop, isPaying, now }: OrderSurroundings,
  media: MediaStore,
): Promise<AdminOrder> {
  const problem = payLinkProblem(order, payment, now)
  const ship_problem = shipProblem(order) ?? chargeProblem(order, payment, now)
  return {
    ...pickFields(ADMIN_ORDER_FIELDS, order),
    delivery_address: addressText(order),
    address: addressOf(order),
    label_problem: labelProblem(order),
    ...promiseOf(order, delays.at(-1) ?? null, { shop, now }),
    status: order.imported_status ?? order.order_status,
    order_status: order.order_status,
    goods_cents: order.total_cents,
    discount_cents: order.discount_cents,
    delivery_taxed: order.delivery_taxed === 1,
    paid_cents: paidCents(order),
    refunded_cents: sumRefunded(refunds),
    left_cents: refundableFor({ order, payment, refunds }),
    unpaid_items: order.items
      .filter((item) => isUnpaidItem({ order, payment }, item))
      .map(({ order_item_id }) => order_item_id),
    to_pay_back: isToRefund({ order, payments: payment === null ? [] : [payment] }),
    to_charge: payment !== null && isToCharge(order, payment),
    parcels: listTrackingNumbers(order.tracking_number ?? '').map((number) => {
      return { number, carrier: resolveCarrier(number, order.carrier) }
    }),
    ship_problem,
    hold_reason:
      ship_problem === null && !hasLeft(order) ? holdReason(order, delays.at(-1) ?? null, localDay(now)) : null,
    cancel_problem: shopCancelProblem(
      order,
      listCancellable(order).map(({ order_item_id }) => order_item_id),
    ),
    card_payment: payment && serializeOrderPayment(payment),
    // An obsolete link is not shown as working, nor one with a failed payment as paid.
    pay_link:
      payLink === null || ((problem === null) === (payment !== null) && !isPaying)
        ? null
        : serializePayLink(payLink, { isPaid: payment !== null, isPaying, now }),
    pay_link_problem: problem,
    payment_problem: recordPaymentProblem(order, payment, now),
    items: await Promise.all(order.items.map((item) => serializeItem(item, media))),
    returns: returns.map((asked) => {
      const { return_id, state, reason, details, answer, items } = asked
      return { return_id, state, reason, details, answer, label_path: labelPathOf(asked), items }
    }),
    events,
    has_mail_server: hasMailServer,
    shop: { name: shop.name, email: shop.supportEmail, postal_address: shopAddressLines(shop.shopAddress) },
  }
}

/** The promise to the shopper, and the newest delay notice. */
function promiseOf(
  order: StoredOrder,
  delay: OrderDelay | null,
  { shop, now }: Pick<OrderSurroundings, 'shop' | 'now'>,
): Pick<AdminOrder, 'promised_on' | 'is_overdue' | 'delay_problem' | 'delay'> {
  const [promised_on, today] = [promisedDay(order, shop.shipDays), localDay(now)]
  const isWaiting = order.order_status === 'processing'
  return {
    promised_on,
    is_overdue: isWaiting && promised_on < today && !(delay !== null && delay.ship_by === null),
    delay_problem: delayProblem(order),
    delay: delay && {
      ship_by: delay.ship_by,
      answer_by: delay.answer_by,
      agreed: delay.agreed_at !== null,
      pay_back_by: isWaiting ? refundDay(delay, today) : null,
    },
  }
}

function serializePayLink(
  { withdrawn_at, amount_cents, created_at, expires_at }: PayLink,
  { isPaid, isPaying, now }: { isPaid: boolean; isPaying: boolean; now: Date },
): OrderPayLink {
  const left = expires_at <= now.toISOString() ? 'expired' : 'valid'
  const unpaid = withdrawn_at === null ? left : 'withdrawn'
  return { state: isPaid ? 'paid' : isPaying ? 'checking' : unpaid, amount_cents, created_at, expires_at }
}

async function serializeItem(item: OrderItem, media: MediaStore): Promise<AdminOrderItem> {
  return {
    ...pickFields(ADMIN_ORDER_ITEM_FIELDS, item),
    image_url: await pictureUrl(item, media),
  }
}

/** A line as its shopper sees it at the confirmation and behind a payment link. */
export async function serializeShownItem(item: ShownItem, media: Pick<MediaStore, 'urlOf'>) {
  return { ...toWire(SHOWN_ITEM_FIELDS, item), image_url: await pictureUrl(item, media), quantity: item.quantity }
}

type ShownItem = FieldValues<typeof SHOWN_ITEM_FIELDS> & Pick<OrderItem, 'quantity' | 'image_file'>

async function pictureUrl({ image_file }: Pick<OrderItem, 'image_file'>, media: Pick<MediaStore, 'urlOf'>) {
  return image_file === null ? null : await media.urlOf(image_file)
}
