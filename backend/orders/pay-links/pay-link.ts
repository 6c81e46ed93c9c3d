import { randomUUID } from 'node:crypto'
import { DAY_MS } from '@shop/contract/durations'
import { dueFor } from '@shop/contract/order-money'
import type { ShopSettings } from '@shop/contract/pages/shop'
import { createToken, hashToken } from '../../accounts/passwords/tokens.ts'
import type { ChangeContext } from '../../admin/audit/audit.repository.ts'
import type { NewMail } from '../../mail/enqueue-mail.ts'
import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { cameToNothing, detachEnded, findOrderPayment, requireNoCardPayment } from '../card-payment.ts'
import { changeOrder, enqueueHeldMail, type OrderState, type OrderVersion } from '../order-change.ts'
import { nothingDue } from '../order-due.ts'
import { type StoredOrder, updateOrder } from '../orders.repository.ts'
import { findPayLinkOfOrder, insertPayLink, type PayLink, withdrawPayLinks } from '../pay-links.repository.ts'
import { payLinkMail } from './pay-link.mail.ts'

/** Milliseconds that a link works. */
const LINK_LIFETIME_MS = 7 * DAY_MS

/** Fields that do not matter once delivery and tax are set. */
const ONLY_ONLINE: readonly string[] = ['delivery_missing', 'tax_undecided']

type SendContext = ChangeContext & Pick<Context, 'findOpeningProblems'> & { publicUrl: (shop: ShopSettings) => string }

/**
 * Mails a new payment link for a manual order, or after a failed card payment; earlier links stop working. The token is
 * in the fragment, and only its hash is stored. Works while online orders are paused, if the shop can take cards.
 */
export async function sendPayLink(context: SendContext, request: OrderVersion): Promise<{ url: string }> {
  const { order_id } = request
  await requireCardPayments(context.findOpeningProblems)
  const token = createToken()
  let url = ''
  await changeOrder(context, request, async (trx, order, tools) => {
    await requireAskable(trx, order, tools.now)
    const ended = await detachEnded(trx, order_id, tools.now)
    if (ended !== null) await updateOrder(trx, order_id, { payment: 'unpaid' })
    const { total: amount_cents } = dueFor(order)
    const working = await findPayLinkOfOrder(trx, order_id)
    const expires_at = new Date(tools.now.getTime() + LINK_LIFETIME_MS).toISOString()
    url = `${context.publicUrl(tools.shop)}/pay#token=${token}`
    const pay_link_mail = await enqueueHeldMail(trx, payLinkMail(order, { url, expires_at }, tools.shop), tools)
    const link: PayLink = {
      link_id: randomUUID(),
      token_hash: hashToken(token),
      order_id,
      amount_cents,
      mail_id: pay_link_mail,
      created_at: tools.now.toISOString(),
      expires_at,
      withdrawn_at: null,
      withdrawn_mail: null,
    }
    await withdrawPayLinks(trx, order_id, tools.now)
    await insertPayLink(trx, link)
    return {
      action: 'order.pay_link_sent',
      before: {
        ...(ended === null ? {} : { ended_payment: ended, payment: order.payment }),
        ...{ pay_link: workingId(working), amount_cents: null, pay_link_mail: null },
      },
      after: {
        ...(ended === null ? {} : { ended_payment: null, payment: 'unpaid' }),
        ...{ pay_link: link.link_id, amount_cents, pay_link_mail },
      },
    }
  })
  return { url }
}

/** The mail with a placeholder link. Throws what `sendPayLink` would throw. */
export async function previewPayLink(
  database: Database,
  order: StoredOrder,
  { now, shop, findOpeningProblems }: { now: Date; shop: ShopSettings } & Pick<Context, 'findOpeningProblems'>,
): Promise<NewMail> {
  await requireCardPayments(findOpeningProblems)
  await requireAskable(database, order, now)
  const expires_at = new Date(now.getTime() + LINK_LIFETIME_MS).toISOString()
  return payLinkMail(order, { url: '(the link)', expires_at }, shop)
}

export async function withdrawPayLink(context: ChangeContext, request: OrderVersion): Promise<void> {
  const { order_id } = request
  await changeOrder(context, request, async (trx, order, { now }) => {
    const link = await findPayLinkOfOrder(trx, order_id)
    if (order.payment !== 'unpaid' || link === null || link.withdrawn_at !== null) {
      throw new AppError('conflict', `Order ${order_id} has no payment link to cancel.`)
    }
    await withdrawPayLinks(trx, order_id, now)
    return { action: 'order.pay_link_withdrawn', before: { pay_link: link.link_id }, after: { pay_link: null } }
  })
}

/** The reason an order gets no link, or `null`. Ignores whether the shop can take cards. */
export function payLinkProblem(order: StoredOrder, byCard: OrderState['payment'], now: Date): string | null {
  const { order_id, channel, payment } = order
  if (payment !== 'unpaid' && !(byCard !== null && cameToNothing(byCard, now))) {
    return channel === 'online' && payment === null
      ? `Order ${order_id} was paid when it was placed.`
      : `Order ${order_id} is not marked as “Not paid yet”.`
  }
  return nothingDue(order)
}

/** Throws the reason an order gets no link. */
async function requireAskable(database: Database, order: StoredOrder, now: Date): Promise<void> {
  const byCard = await findOrderPayment(database, order.order_id)
  const problem = payLinkProblem(order, byCard, now)
  if (problem !== null) throw new AppError('conflict', problem)
  if (byCard === null || !cameToNothing(byCard, now)) await requireNoCardPayment(database, order.order_id)
}

async function requireCardPayments(findOpeningProblems: SendContext['findOpeningProblems']): Promise<void> {
  const problems = (await findOpeningProblems()).filter(({ code }) => !ONLY_ONLINE.includes(code))
  if (problems.length === 0) return
  const details = problems.map(({ text, remedy }) => ({ field: 'pay_link', message: `${text} ${remedy}` }))
  throw new AppError('conflict', details.map(({ message }) => message).join(' '), details)
}

function workingId(link: PayLink | null): string | null {
  return link === null || link.withdrawn_at !== null ? null : link.link_id
}
