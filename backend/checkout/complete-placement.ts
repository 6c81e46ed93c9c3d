import { EMPTY_ADDRESS, type PostalAddress } from '@shop/contract/address/postal-address'
import type { WireLatestOrder } from '@shop/contract/checkout/schemas'
import { dollars } from '@shop/contract/money'
import { dueFor } from '@shop/contract/order-money'
import { hasLeft } from '@shop/contract/orders/has-left'
import type { ShopSettings } from '@shop/contract/pages/shop'
import type { AdminSettings } from '@shop/contract/settings/admin'
import type { FastifyBaseLogger } from 'fastify'
import { listKnownCustomerIds } from '../accounts/accounts.repository.ts'
import { replaceMovements } from '../books/ledger/replace-movements.ts'
import { addStock } from '../catalog/stock.repository.ts'
import { giveUseBack } from '../discounts/discounts.repository.ts'
import { enqueueMail, enqueueMails, type NewMail } from '../mail/enqueue-mail.ts'
import type { MediaStore } from '../media/store/media-store.ts'
import { buildOrder } from '../orders/build-order.ts'
import { addressColumns } from '../orders/order-address.ts'
import { orderNotPlacedMail, orderPlacedMail, orderPlacedShopMail, paymentAlertMail } from '../orders/orders.mail.ts'
import { findOrder, insertOrders, type StoredOrder } from '../orders/orders.repository.ts'
import { serializeShownItem } from '../orders/page/orders.serializers.ts'
import { orderNotPaidMail, orderPaidMail, orderPaidShopMail } from '../orders/pay-links/pay-link.mail.ts'
import { shipDayOf } from '../orders/promised-day.ts'
import type { PaymentTransaction } from '../payments/gateway/payments.ts'
import { finishAuthorization } from '../payments/ledger/operations.repository.ts'
import { insertOperation, insertPayment, insertVoid } from '../payments/ledger/payments.repository.ts'
import { amountOf, isAmount, isCaptured, movementsOf, paymentStateOf } from '../payments/payment-state.ts'
import { bumpStockVersion } from '../platform/database/catalog-version/catalog-version.ts'
import { type Database, inTransaction, type Trx } from '../platform/database/database.ts'
import { localDay } from '../platform/lib/days/local-day.ts'
import type { ToFamily } from '../platform/settings/settings.ts'
import { getShopSettings } from '../platform/settings/shop-settings.repository.ts'
import { payOrder } from './pay-order.ts'
import { type PlacementDraft, parseDraft } from './placement-draft.ts'
import { finishPlacement, lockPlacement, type Placement } from './placements.repository.ts'

/** Milliseconds that a page polls for an answer. After that it promises a mail. */
const PAGE_POLLS_FOR_MS = 60_000

/** The reason for no order after a repeated use of a code, which only an authorized card learns. */
export const CODE_USED = 'code used'

export type CompletionContext = {
  database: Database
  clock: () => Date
  toFamily: (shop: ShopSettings) => ToFamily
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/**
 * Phase 3: in one transaction, makes the order of an authorized placement or pays its existing order. Idempotent: the
 * first caller to lock the placement wins. Voids an authorization over another amount or currency, or with a code that
 * the shopper has used. Returns whether the placement is placed.
 */
export async function completePlacement(
  context: CompletionContext,
  reference: string,
  transaction: PaymentTransaction,
): Promise<boolean> {
  const { database, clock, toFamily } = context
  const { provider } = transaction
  return inTransaction(database, async (trx) => {
    const now = clock()
    const placement = await lockPlacement(trx, reference)
    if (placement === null || placement.state === 'placed') return placement !== null
    if (placement.state !== 'checking' || !isAmount(transaction, placement.total_cents)) {
      return release(trx, context, placement, transaction, `${amountOf(transaction)} are held instead of its total`)
    }
    if (parseDraft(placement)?.is_code_used) {
      await giveUp(trx, placement, { state: 'abandoned', now })
      await finishAuthorization(trx, reference, 'done', now, CODE_USED)
      await insertVoid(trx, transaction, reference, now)
      return false
    }
    const shop = await getShopSettings(trx)
    const { paid_order_id } = placement
    const order =
      paid_order_id === null
        ? await makeOrder(trx, placement, { shop, now })
        : await payOrder(trx, paid_order_id, placement)
    if (typeof order === 'string') return release(trx, context, placement, transaction, order)
    await insertPayment(trx, {
      provider,
      reference,
      order_id: order.order_id,
      gateway_id: transaction.id,
      ...(paymentStateOf([transaction]) ?? { state: 'authorized', captured_cents: 0, refunded_cents: 0 }),
      authorized_cents: transaction.authorizedCents,
      card_brand: transaction.card?.brand ?? null,
      card_last_four: transaction.card?.last4 ?? null,
      created_at: now.toISOString(),
      expires_at: transaction.expiresAt,
    })
    const { order_id } = order
    await replaceMovements(trx, { reference, order_id }, movementsOf(reference, [transaction]))
    // The gateway may have captured it before it was found.
    const isTaken = isCaptured(transaction)
    // A manual order may have shipped before payment.
    const isCharged = isTaken || shop.capture === 'at_order' || hasLeft(order)
    if (isCharged && !isTaken) {
      const asked = { provider, reference, state: 'due', now } as const
      await insertOperation(trx, { ...asked, kind: 'capture', amount_cents: dueFor(order).total })
    }
    await finishPlacement(trx, reference, 'placed', now)
    await finishAuthorization(trx, reference, 'done', now)
    const paid = { card: transaction.card, isCharged }
    const mails =
      paid_order_id === null
        ? [orderPlacedMail(order, paid, shop), orderPlacedShopMail(order, toFamily(shop))]
        : [orderPaidMail(order, paid, shop), orderPaidShopMail(order, toFamily(shop))]
    await enqueueMails(
      trx,
      mails.filter(({ to }) => to !== ''),
      { now, shop },
    )
    return true
  })
}

/** Stores the order of a placement. Returns the reason if that is not possible. */
async function makeOrder(
  trx: Trx,
  placement: Placement,
  { shop, now }: { shop: AdminSettings; now: Date },
): Promise<StoredOrder | string> {
  const draft = parseDraft(placement)
  if (draft === null) return 'what was ordered is no longer stored'
  const order = await orderToStore(trx, placement, draft, { shop, now })
  await insertOrders(trx, [order])
  return order
}

/** The order of a placement, a guest's if the account was deleted since. Its ship-by day counts from today. */
export async function orderToStore(
  trx: Trx,
  placement: Placement,
  draft: PlacementDraft,
  { shop, now }: { shop: AdminSettings; now: Date },
): Promise<StoredOrder> {
  const order = orderOf(placement, draft, now)
  const { customer_id } = order
  const isKnown = customer_id !== null && (await listKnownCustomerIds(trx, [customer_id])).has(customer_id)
  const ship_by = shipDayOf(localDay(now), shop.shipDays)
  return { ...order, ship_by, customer_id: isKnown ? customer_id : null }
}

export async function abandonAuthorized(
  context: CompletionContext,
  reference: string,
  transaction: PaymentTransaction,
): Promise<void> {
  await inTransaction(context.database, async (trx) => {
    const placement = await lockPlacement(trx, reference)
    if (placement === null || placement.state === 'placed') return
    await release(trx, context, placement, transaction, 'it could not be stored as an order')
  })
}

/** Voids a locked authorization, restores the stock of a placement that was checked, and tells the family `why`. */
async function release(
  trx: Trx,
  { clock, log, toFamily }: CompletionContext,
  placement: Placement,
  transaction: PaymentTransaction,
  why: string,
): Promise<false> {
  const now = clock()
  const { reference } = placement
  if (placement.state === 'checking') {
    await giveUp(trx, placement, { state: 'abandoned', now })
    log.error({ reference, why }, 'a placement can become no order, and its payment is voided')
    const shop = await getShopSettings(trx)
    const { order_id, paid_order_id } = placement
    const what =
      paid_order_id === null
        ? `The order ${order_id} was not placed`
        : `Order ${paid_order_id} was not paid by its link`
    const text = `${what}, and its payment ${reference} is being voided: ${why}. The shopper gets an email that says they weren’t charged.`
    await enqueueMail(trx, paymentAlertMail(text, [], toFamily(shop).to), { now, shop })
  }
  await finishAuthorization(trx, reference, 'done', now)
  const isForAPerson = placement.state !== 'checking' && isCaptured(transaction)
  if (!isForAPerson) await insertVoid(trx, transaction, reference, now)
  return false
}

/** Ends a placement without an order and restocks its products, in one transaction. */
export async function closePlacement(
  { database, clock }: Pick<CompletionContext, 'database' | 'clock'>,
  reference: string,
  ending: { state: 'declined' | 'failed' | 'abandoned'; reason: string; watch?: boolean },
): Promise<void> {
  await inTransaction(database, async (trx) => {
    const placement = await lockPlacement(trx, reference)
    if (placement?.state !== 'checking') return
    const now = clock()
    await giveUp(trx, placement, { state: ending.state, now })
    await finishAuthorization(trx, reference, ending.watch ? 'watched' : 'rejected', now, ending.reason)
  })
}

async function giveUp(
  trx: Trx,
  placement: Placement,
  { state, now }: { state: 'declined' | 'failed' | 'abandoned'; now: Date },
): Promise<void> {
  await finishPlacement(trx, placement.reference, state, now)
  if (placement.discount_code !== null) await giveUseBack(trx, placement.discount_code)
  const draft = parseDraft(placement)
  if (draft !== null) {
    await addStock(trx, draft.quote.items)
    await bumpStockVersion(trx)
  }
  if (now.getTime() - new Date(placement.created_at).getTime() <= PAGE_POLLS_FOR_MS) return
  const shop = await getShopSettings(trx)
  const mail = await mailOfFailure(trx, placement, { draft, shop, now })
  if (mail !== null && mail.to !== '') await enqueueMail(trx, mail, { now, shop })
}

async function mailOfFailure(
  trx: Trx,
  placement: Placement,
  { draft, shop, now }: { draft: PlacementDraft | null; shop: ShopSettings; now: Date },
): Promise<NewMail | null> {
  const { paid_order_id, total_cents } = placement
  if (paid_order_id === null) return draft === null ? null : orderNotPlacedMail(orderOf(placement, draft, now), shop)
  const order = await findOrder(trx, paid_order_id)
  return order === null ? null : orderNotPaidMail(order, total_cents, shop)
}

function orderOf(placement: Placement, { customer, address, quote }: PlacementDraft, now: Date): StoredOrder {
  return buildOrder({
    order_id: placement.order_id,
    order_date: localDay(new Date(placement.created_at) > now ? now : new Date(placement.created_at)),
    customer_id: placement.customer_id,
    first_name: customer.firstName,
    last_name: customer.lastName,
    email: customer.email,
    phone: customer.phone === '' ? null : customer.phone,
    ...addressColumns(addressOfDraft(address)),
    state: address.state,
    tax_cents: quote.sums.tax,
    tax_rate_millionths: quote.tax_rate_millionths,
    delivery_taxed: quote.delivery_taxed,
    delivery_cents: quote.sums.delivery - quote.sums.deliveryDiscount,
    delivery_name: quote.delivery_name,
    discount_code: quote.discount?.code ?? null,
    estimated_delivery_date: quote.estimated_delivery_date,
    items: quote.items,
  })
}

function addressOfDraft({ address1, address2, city, state, zipCode }: PlacementDraft['address']): PostalAddress {
  return { ...EMPTY_ADDRESS, address1, address2: address2 ?? '', city, state, zip: zipCode }
}

/** The order for the confirmation page (section 3). */
export async function latestOrderOf(
  placement: Placement,
  media: Pick<MediaStore, 'urlOf'>,
): Promise<WireLatestOrder | null> {
  const draft = parseDraft(placement)
  if (draft === null) return null
  const { customer, address, quote } = draft
  const items = quote.items.map(async (item) => {
    return { product_id: item.product_id, ...(await serializeShownItem(item, media)) }
  })
  return {
    orderId: placement.order_id,
    orderDate: localDay(new Date(placement.created_at)),
    deliveryInfo: {
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email,
      address1: address.address1,
      address2: address.address2 ?? '',
      city: address.city,
      state: address.state,
      zipCode: address.zipCode,
    },
    items: await Promise.all(items),
    delivery: { cost: dollars(quote.sums.delivery), discount: dollars(quote.sums.deliveryDiscount) },
    ...(quote.discount !== null && {
      codeDiscount: { code: quote.discount.code, amount: dollars(quote.discount.cents) },
    }),
    taxAmount: dollars(quote.sums.tax),
    totalWithDeliveryAndTax: dollars(quote.sums.total),
    estimatedDeliveryDate: quote.estimated_delivery_date,
  }
}
