import { hasLeft } from '@shop/contract/orders/has-left'
import type { ShopSettings } from '@shop/contract/pages/shop'
import { isToBeCharged } from '@shop/contract/payments/card-payment'
import type { AdminSettings } from '@shop/contract/settings/admin'
import * as z from 'zod/mini'
import { createToken, hashToken } from '../../accounts/passwords/tokens.ts'
import type { ChangeContext } from '../../admin/audit/audit.repository.ts'
import type { NewMail } from '../../mail/enqueue-mail.ts'
import { AppError } from '../../platform/http/errors/app-error.ts'
import { addDays, daysBetween, formatDay, localDay } from '../../platform/lib/days/local-day.ts'
import { publicUrlOf, type Settings } from '../../platform/settings/settings.ts'
import { findOrderPayment } from '../card-payment.ts'
import { refundNotice } from '../charge-order.ts'
import {
  changeOrder,
  enqueueHeldMail,
  type OrderState,
  type OrderUndoRule,
  type OrderVersion,
  orderUndoRule,
  requireOrder,
  withdrawOrCorrect,
} from '../order-change.ts'
import { deleteDelay, insertDelay, listDelays, type OrderDelay } from '../order-delays.repository.ts'
import { listCancellable } from '../order-status.ts'
import { type StoredOrder, updateOrder } from '../orders.repository.ts'
import { deliveryBeside, promisedDay, shipDayOf } from '../promised-day.ts'
import { answerDay } from './answer-day.ts'
import { delayCorrection, delayMail } from './delay.mail.ts'

/** Days: the longest delay, and the lifetime of the link in a notice. */
const MAX_DELAY_DAYS = 365

type Tools = { now: Date; shop: AdminSettings }

type Delayed = { order: StoredOrder; delays: readonly OrderDelay[] }

/** The reason no delay notice can be sent about an order; `null` if one can. */
export function delayProblem(order: StoredOrder): string | null {
  const { order_id, email } = order
  if (hasLeft(order)) return `Order ${order_id} has already left the shop.`
  if (listCancellable(order).length === 0) return `Order ${order_id} has nothing left to ship.`
  return email === '' ? `Order ${order_id} has no email address. Call the shopper, and note what you agreed on.` : null
}

/** Changes to the order and the shopper's deadline. Throws the reason if no notice can be sent. */
function delayAfter({ order, delays }: Delayed, shipBy: string | null, { now, shop }: Tools) {
  const problem = delayProblem(order)
  if (problem !== null) throw new AppError('conflict', problem)
  const [promised, today] = [promisedDay(order, shop.shipDays), localDay(now)]
  if (shipBy !== null) requireLater(shipBy, { promised, today })
  return {
    promised,
    shipBy,
    estimate: estimateAfter(order, promised, shipBy),
    answerBy: answerDay({ promised, shipBy, last: delays.at(-1) ?? null, today }),
  }
}

function requireLater(shipBy: string, { promised, today }: { promised: string; today: string }): void {
  const message =
    shipBy <= today
      ? 'Please choose a day in the future.'
      : shipBy <= promised
        ? `It’s already promised for ${formatDay(promised)}. Please choose a later day.`
        : shipBy > addDays(today, MAX_DELAY_DAYS)
          ? 'Please choose a day within a year.'
          : null
  if (message !== null) throw new AppError('conflict', message, [{ field: 'ship_by', message }])
}

/** Moves the delivery estimate by the delay, past a weekend. Unknown if it was too early for the old ship-by day. */
function estimateAfter(
  { estimated_delivery_date }: StoredOrder,
  promised: string,
  shipBy: string | null,
): string | null {
  const before = deliveryBeside(promised, estimated_delivery_date)
  if (before === null || shipBy === null) return null
  return shipDayOf(addDays(before, daysBetween(promised, shipBy) - 1), 1)
}

/** The page where the shopper answers. The token is in the fragment, which browsers send to no server. */
function linkOf(settings: LinkSettings, shop: ShopSettings, token: string): string {
  return `${publicUrlOf(settings, shop)}/orderAndReturn#token=${token}`
}

type LinkSettings = Pick<Settings, 'publicUrl' | 'port'>

/** Mails the shopper a later ship-by day, or `null` for none, with a link to cancel or agree. Returns the audit id. */
export function sendDelayNotice(
  context: ChangeContext & { settings: LinkSettings },
  { ship_by: shipBy, ...change }: OrderVersion & { ship_by: string | null },
): Promise<number> {
  return changeOrder(context, change, async (trx, order, { now, shop }) => {
    const { order_id } = order
    const delays = await listDelays(trx, order_id)
    const delay = delayAfter({ order, delays }, shipBy, { now, shop })
    const [token, number] = [createToken(), delays.length + 1]
    await insertDelay(trx, {
      order_id,
      number,
      noticed_at: now.toISOString(),
      ship_by: shipBy,
      answer_by: delay.answerBy,
      token_hash: hashToken(token),
      expires_at: addDays(shipBy ?? localDay(now), MAX_DELAY_DAYS),
      agreed_at: null,
      used_at: null,
    })
    const state = { ship_by: shipBy ?? order.ship_by, estimated_delivery_date: delay.estimate }
    await updateOrder(trx, order_id, state)
    const payment = await findOrderPayment(trx, order_id)
    const words = { ...delay, ...moneyWords(order, payment, shipBy) }
    const mail = delayMail(order, { ...words, link: linkOf(context.settings, shop, token) }, shop)
    const { ship_by, estimated_delivery_date } = order
    return {
      action: 'order.delayed',
      before: { ship_by, estimated_delivery_date, notice: null, delay_mail: null },
      after: {
        ...state,
        notice: { number, ship_by: shipBy, answer_by: delay.answerBy, agreed_at: null },
        delay_mail: await enqueueHeldMail(trx, mail, { now, shop }),
      },
    }
  })
}

/** The mail of a notice, with a placeholder link. Throws the reason if it cannot be sent. */
export function previewDelay(
  state: OrderState,
  shipBy: string | null,
  { settings, ...tools }: Tools & { settings: LinkSettings },
): NewMail {
  const delay = delayAfter(state, shipBy, tools)
  const words = { ...delay, ...moneyWords(state.order, state.payment, shipBy) }
  return delayMail(state.order, { ...words, link: linkOf(settings, tools.shop, '…') }, tools.shop)
}

/** The sentence about the money in a notice. It says if a reservation may end before the order ships. */
function moneyWords(order: StoredOrder, known: OrderState['payment'], shipBy: string | null) {
  const money = fullRefundNotice(order, known)
  const ends = known !== null && isToBeCharged(known.payment.state, known.operations) ? known.payment.expires_at : null
  const day = ends === null ? null : localDay(new Date(ends))
  return { money, reservedUntil: day !== null && (shipBy === null || shipBy >= day) ? day : null }
}

export function fullRefundNotice(order: StoredOrder, payment: OrderState['payment']): string | null {
  if (order.payment === 'unpaid') return null
  const all = order.items.map(() => ({ cancellation_status: 'cancelled' as const }))
  return refundNotice(payment, all) ?? 'We’ll refund what you paid.'
}

/** Undoes an unanswered notice and disables its link. The shopper is notified if the mail was sent. */
export const undoDelay: OrderUndoRule = {
  ...orderUndoRule({
    presentOf: ({ order: { ship_by, estimated_delivery_date }, delays }, { after }) => {
      const entry = z.safeParse(delayEntry, after)
      const last = delays.at(-1)
      if (!entry.success || last === undefined || last.used_at !== null) return null
      const { number, ship_by: shipBy, answer_by, agreed_at } = last
      return {
        ...{ ship_by, estimated_delivery_date },
        notice: { number, ship_by: shipBy, answer_by, agreed_at },
        delay_mail: entry.data.delay_mail,
      }
    },
    writeBefore: async (trx, { subject, before, after }, now) => {
      const order = await requireOrder(trx, subject.id)
      const [from, to] = [z.parse(delayEntry, after), z.parse(delayEntry, before)]
      const { ship_by, estimated_delivery_date } = to
      if (from.notice !== null) await deleteDelay(trx, subject.id, from.notice.number)
      await updateOrder(trx, subject.id, { ship_by, estimated_delivery_date })
      await withdrawOrCorrect(trx, from.delay_mail, (shop) => delayCorrection(order, shop), now)
    },
  }),
  ownersOnly: true,
}

const delayEntry = z.object({
  ship_by: z.nullable(z.string()),
  estimated_delivery_date: z.nullable(z.string()),
  notice: z.nullable(z.object({ number: z.number() })),
  delay_mail: z.nullable(z.string()),
})
