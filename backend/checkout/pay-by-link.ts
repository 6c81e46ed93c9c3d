import { dollars, formatMoney, roundToCents } from '@shop/contract/money'
import { dueFor } from '@shop/contract/order-money'
import type { LinkPaymentAnswer, PayByLinkBody, WirePayLink } from '@shop/contract/pay-links/schemas'
import { hashToken } from '../accounts/passwords/tokens.ts'
import { findOrder, lockOrderNumbers, lockOrderUnchanged, type StoredOrder } from '../orders/orders.repository.ts'
import { serializeShownItem } from '../orders/page/orders.serializers.ts'
import { findPayLink, type PayLink } from '../orders/pay-links.repository.ts'
import type { AuthorizeRequest } from '../payments/gateway/payments.ts'
import { LEASE_MS } from '../payments/ledger/operations.repository.ts'
import { findCardState, insertOperation } from '../payments/ledger/payments.repository.ts'
import { type Database, inTransaction, type Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors/app-error.ts'
import {
  authorize,
  type Caller,
  fallBackToChecking,
  hashOf,
  newReference,
  type PlacingContext,
  repeatedAnswer,
  requireNoFailure,
  requirePresent,
} from './place-order.ts'
import {
  findPlacement,
  findPlacementAndHeld,
  hashPlacementKey,
  insertPlacement,
  type Placement,
} from './placements.repository.ts'
import { clientPlacements, requireRoom } from './placing-limits.ts'

type LinkContext = Pick<PlacingContext, 'database' | 'clock' | 'media'>

/** The order of a link, and its state. The goods are shown only if it can be paid. */
export async function showPayLink(
  { database, clock, media }: LinkContext,
  token: string,
  canTakeCards: boolean,
): Promise<WirePayLink> {
  const link = await requirePayLink(database, token)
  const order = await requireOrderOf(database, link)
  const found = await findLinkState(database, link, order, clock())
  const state = found === 'open' && !canTakeCards ? 'closed' : found
  const isShown = state === 'open' || state === 'checking' || state === 'closed'
  const shown = isShown ? await serializeDue(order, media) : null
  return { state, order_id: order.order_id, asked: dollars(link.amount_cents), order: shown }
}

export async function requirePayLink(database: Database, token: string): Promise<PayLink> {
  const link = await findPayLink(database, hashToken(token))
  if (link === null) throw new AppError('not_found', 'This link does not work. Nothing was charged.')
  return link
}

async function requireOrderOf(database: Database, { order_id }: PayLink): Promise<StoredOrder> {
  const order = await findOrder(database, order_id)
  if (order === null) throw new AppError('not_found', 'There is no such order. Nothing was charged.')
  return order
}

type OrderState = Exclude<WirePayLink['state'], 'closed'>

/** The card's state comes first, since the visitor of a withdrawn link needs it too. */
async function findLinkState(database: Database, link: PayLink, order: StoredOrder, now: Date): Promise<OrderState> {
  if ((await findCardState(database, order.order_id)) === 'checking') return 'checking'
  if (order.payment !== 'unpaid') return 'paid'
  if (link.withdrawn_at !== null) return 'withdrawn'
  if (link.expires_at <= now.toISOString()) return 'expired'
  return dueFor(order).total === 0 ? 'cancelled' : 'open'
}

async function serializeDue(
  order: StoredOrder,
  media: LinkContext['media'],
): Promise<NonNullable<WirePayLink['order']>> {
  const { goods, delivery, tax, total } = dueFor(order)
  const items = order.items.filter(({ cancellation_status }) => cancellation_status === null)
  const { discount_code: code } = order
  const off = items.reduce((sum, { discount_cents }) => sum + discount_cents, 0)
  return {
    items: await Promise.all(items.map((item) => serializeShownItem(item, media))),
    goods: dollars(goods),
    discount: code === null || off === 0 ? null : { code, amount: dollars(off) },
    delivery: dollars(delivery),
    tax: dollars(tax),
    total: dollars(total),
  }
}

/**
 * Pays an order by its link, in the phases of `placeOrder`, without stock. The order's lock admits one payment at a
 * time.
 */
export async function payByLink(
  context: PlacingContext,
  body: PayByLinkBody,
  caller: Omit<Caller, 'customer_id'>,
): Promise<LinkPaymentAnswer> {
  const first = await context.inTurn(() => reserve(context, body, caller))
  const answer = () => getLinkAnswer(context, body.key)
  if (first === null) return repeatedAnswer(context, body, answer)
  await authorize(context, first.request)
  return fallBackToChecking(context, first.placement, answer())
}

/** The answer for a key. Throws if the payment failed. */
export async function getLinkAnswer(
  { database }: Pick<PlacingContext, 'database'>,
  key: string,
): Promise<LinkPaymentAnswer> {
  const placement = await findPlacement(database, key)
  if (placement === null) throw new AppError('not_found', 'We can’t find this payment. Nothing was charged.')
  const state = await requireNoFailure(database, placement)
  return state === 'placed'
    ? { status: 'paid' }
    : { status: 'checking', number: placement.paid_order_id ?? placement.order_id }
}

/** Phase 1. `null`: the key has a placement. */
async function reserve(
  { database, clock, rateLimiter, payments: { provider } }: PlacingContext,
  body: PayByLinkBody,
  caller: Omit<Caller, 'customer_id'>,
): Promise<{ placement: Placement; request: AuthorizeRequest } | null> {
  return inTransaction(database, async (trx) => {
    const now = clock()
    // As at the checkout, payments pass here one at a time and see earlier ones.
    await lockOrderNumbers(trx)
    const known = await findPlacementAndHeld(trx, body.key, caller.client)
    if (known.placement !== null) return null
    await rateLimiter.countWith(trx, clientPlacements(caller.client))
    requirePresent(caller)
    const link = await requirePayLink(trx, body.token)
    await lockOrderUnchanged(trx, link.order_id)
    const order = await requirePayable(trx, link, body, now)
    requireRoom(known.held, [], now)
    const { total, tax, delivery } = dueFor(order)
    const reference = newReference(order.order_id)
    const placement: Placement = {
      placement_key: hashPlacementKey(body.key),
      body_hash: hashOf(body),
      state: 'checking',
      order_id: reference,
      paid_order_id: order.order_id,
      reference,
      customer_id: null,
      discount_code: null,
      client: caller.client,
      units: 0,
      total_cents: total,
      draft: null,
      version: 0,
      created_at: now.toISOString(),
      finished_at: null,
    }
    await insertPlacement(trx, placement)
    const operation = { provider, reference, kind: 'authorize', amount_cents: total, state: 'sent' } as const
    const operationId = await insertOperation(trx, { ...operation, now, wait: LEASE_MS })
    const { nonce, billingZip } = body
    const amounts = { cents: total, taxCents: tax, shippingCents: delivery }
    const card = { nonce, billingZip, customerIp: caller.address, shipTo: null }
    return { placement, request: { provider, operationId, reference, ...amounts, ...card } }
  })
}

/** The order of a link, at the total that the page showed. Throws the reason if it cannot be paid. */
async function requirePayable(trx: Trx, link: PayLink, { total }: PayByLinkBody, now: Date): Promise<StoredOrder> {
  const order = await requireOrderOf(trx, link)
  const state = await findLinkState(trx, link, order, now)
  if (state !== 'open')
    throw new AppError('conflict', REFUSAL_MESSAGES[state], [{ field: 'state', message: REFUSAL_MESSAGES[state] }])
  const [seen, due] = [roundToCents(total), dueFor(order).total]
  if (seen === due) return order
  const message = `The total was ${formatMoney(seen)} and is now ${formatMoney(due)}.`
  throw new AppError('conflict', message, [{ field: 'total', message }])
}

const REFUSAL_MESSAGES = {
  checking: 'We’re already checking a payment for this order. You weren’t charged again.',
  paid: 'This order is already paid. You weren’t charged.',
  withdrawn: 'This link was cancelled. You were not charged.',
  expired: 'This link has expired. You were not charged.',
  cancelled: 'This order was cancelled. You were not charged.',
} as const satisfies Record<Exclude<OrderState, 'open'>, string>
