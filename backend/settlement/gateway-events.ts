import { DAY_MS } from '@shop/contract/durations'
import type { WorkerContext } from '../checkout/place-order.ts'
import { type FindResult, reasonOf } from '../payments/gateway/payments.ts'
import { findPayment } from '../payments/ledger/payments.repository.ts'
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts'
import { describeError } from '../platform/http/errors/error-log.ts'
import { claimEvent, finishEvent, type GatewayEvent } from './gateway-events.repository.ts'
import { lookUpPayment } from './look-up-payment.ts'
import { refreshPayment } from './refresh-payment.ts'
import { settleSecondSales } from './second-sales.ts'

/** Milliseconds until an event is given up. Its order may be written later than the event. */
const EVENT_LIFETIME_MS = DAY_MS

/** Looks up the payments of due events, each once, and returns how many. The gateway's answer counts, not the event. */
export async function settleDueEvents(context: WorkerContext): Promise<number> {
  const settled = new Set<string>()
  for (;;) {
    const event = await claimEvent(context.database, context.clock())
    if (event === null || settled.has(event.event_hash)) return settled.size
    settled.add(event.event_hash)
    const isDone = await takeOver(context, event)
    const isOld = context.clock().getTime() - new Date(event.received_at).getTime() > EVENT_LIFETIME_MS
    if (isDone || isOld) await finishEvent(context.database, event, isDone ? 'done' : 'given_up')
  }
}

/** Whether the payment of an event was found and taken over. */
async function takeOver(context: WorkerContext, event: GatewayEvent): Promise<boolean> {
  const { reference } = event
  if (reference === null) return true
  const found = await lookUp(context, reference, event)
  if (found.outcome !== 'done') {
    const reason = reasonOf(found)
    context.log.warn({ reference, reason }, 'the payment of a webhook could not be looked up, and is tried again')
    return false
  }
  try {
    const isKnown = await refreshPayment(context, reference, found.transactions)
    if (isKnown) await settleSecondSales(context, { reference, transactions: found.transactions, mayVoid: true })
    return isKnown
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    context.log.error({ reference, error: describeError(error) }, 'the payment of a webhook could not be taken over')
    return false
  }
}

/** The payment of a reference and the event's transaction: a refund, which comes with its sale, or a second sale. */
async function lookUp(
  { database, payments }: WorkerContext,
  reference: string,
  { provider, gateway_id: eventId }: GatewayEvent,
): Promise<FindResult> {
  const payment = await findPayment(database, reference)
  if (payment === null) return payments.find({ provider, reference, transactionId: eventId ?? undefined })
  const own = await lookUpPayment(payments, reference, payment)
  if (own.outcome !== 'done' || eventId === null || own.transactions.some((known) => known.id === eventId)) return own
  const other = await payments.find({ provider, reference, transactionId: eventId })
  if (other.outcome === 'rejected' && other.reason === 'missing') return own
  if (other.outcome !== 'done') return other
  return { ...own, transactions: [...own.transactions, ...other.transactions] }
}
