import { normalizeIP } from '@fastify/rate-limit'
import type { DelayedOrder } from '@shop/contract/delays/calls'
import { hasLeft } from '@shop/contract/orders/has-left'
import type { FastifyRequest } from 'fastify'
import { LINKS_PER_ADDRESS } from '../../accounts/account-links.ts'
import { hashToken } from '../../accounts/passwords/tokens.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { formatDay, localDay } from '../../platform/lib/days/local-day.ts'
import { cancelLockedItems } from '../cancellation/cancel-items.ts'
import { findOrderPayment } from '../card-payment.ts'
import { findDelayByToken, listDelays, type OrderDelay, updateDelay } from '../order-delays.repository.ts'
import { listCancellable } from '../order-status.ts'
import { findOrder, lockOrder, type StoredOrder } from '../orders.repository.ts'
import { fullRefundNotice } from './delay-order.ts'

type Needs = Pick<Context, 'database' | 'clock' | 'settings' | 'catalogVersion' | 'rateLimiter'>

const UNKNOWN_LINK_MESSAGE =
  'This link does not work. Please open the one in our newest email about the order, or find the order under Orders & Returns.'

/** Finds a delayed order by the token of its notice. Throws the shopper's message if there is none to answer. */
export async function getDelayedOrder(context: Needs, request: FastifyRequest, token: string): Promise<DelayedOrder> {
  const { order_id } = await requireNotice(context, request, token)
  const order = await findOrder(context.database, order_id)
  const delay = requireAnswerable(order, await listDelays(context.database, order_id), token, context.clock())
  return {
    order_id,
    items: listCancellable(delay.order).map(({ product_name, quantity }) => ({ name: product_name, quantity })),
    ship_by: delay.notice.ship_by,
    answer_by: delay.notice.answer_by,
    agreed: delay.notice.agreed_at !== null,
    money: fullRefundNotice(delay.order, await findOrderPayment(context.database, order_id)),
  }
}

/** Cancels the rest of a delayed order, or records that the shopper waits, who may still cancel later. */
export async function answerDelay(
  context: Needs,
  request: FastifyRequest,
  { token, answer }: { token: string; answer: 'cancel' | 'wait' },
): Promise<void> {
  const { order_id } = await requireNotice(context, request, token)
  const { database, settings, clock } = context
  await inTransaction(database, async (trx) => {
    const now = clock()
    const locked = await lockOrder(trx, order_id)
    const { order, notice } = requireAnswerable(locked, await listDelays(trx, order_id), token, now)
    const at = now.toISOString()
    if (answer === 'wait') return updateDelay(trx, notice, { agreed_at: notice.agreed_at ?? at })
    await updateDelay(trx, notice, { used_at: at })
    await cancelLockedItems(trx, order, cancellationOf(order), { now, settings })
  })
  if (answer === 'cancel') await context.catalogVersion.refresh()
}

function cancellationOf(order: StoredOrder) {
  return {
    itemIds: listCancellable(order).map(({ order_item_id }) => order_item_id),
    reason: 'Shipping Issues',
    details: 'By the link in the notice that the order is delayed.',
  }
}

/** The notice with this token. Tokens cannot be guessed; the limit keeps the log short. */
async function requireNotice(
  { database, rateLimiter }: Needs,
  request: FastifyRequest,
  token: string,
): Promise<OrderDelay> {
  const limited = [{ key: `delay link from ${normalizeIP(request.ip)}`, limit: LINKS_PER_ADDRESS }]
  const notice = await rateLimiter.attempt(limited, () => findDelayByToken(database, hashToken(token)))
  if (notice === null) throw new AppError('conflict', UNKNOWN_LINK_MESSAGE)
  return notice
}

/** The order and its notice. Throws the reason if it cannot be answered. */
function requireAnswerable(
  order: StoredOrder | null,
  delays: readonly OrderDelay[],
  token: string,
  now: Date,
): { order: StoredOrder; notice: OrderDelay } {
  const notice = delays.find(({ token_hash }) => token_hash === hashToken(token))
  // The order was deleted, or the notice undone.
  if (order === null || notice === undefined) throw new AppError('conflict', UNKNOWN_LINK_MESSAGE)
  const problem = linkProblem(order, notice, { isNewest: delays.at(-1) === notice, today: localDay(now) })
  if (problem !== null) throw new AppError('conflict', problem)
  return { order, notice }
}

/** The message for a link that no longer works; `null` if it works. */
function linkProblem(
  order: StoredOrder,
  { used_at, expires_at }: OrderDelay,
  { isNewest, today }: { isNewest: boolean; today: string },
): string | null {
  const name = `order # ${order.order_id}`
  if (used_at !== null) return `You cancelled ${name} with this link on ${formatDay(localDay(new Date(used_at)))}.`
  if (hasLeft(order)) {
    return `Your ${name} has already shipped, so it can no longer be cancelled. You can return it once it has arrived.`
  }
  if (listCancellable(order).length === 0) return `Your ${name} is already cancelled, so there’s nothing to answer.`
  if (expires_at <= today) return `This link has expired. Please find ${name} under Orders & Returns, or write to us.`
  return isNewest ? null : `We’ve emailed you again about ${name}. Please open the link in our newer email.`
}
