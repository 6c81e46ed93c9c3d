import type { WorkerContext } from '../checkout/place-order.ts'
import { reasonOf } from '../payments/gateway/payments.ts'
import { listCharged, type Payment } from '../payments/ledger/payments.repository.ts'
import { isDatabaseUnavailable } from '../platform/database/unavailable.ts'
import { describeError } from '../platform/http/errors/error-log.ts'
import { addDays, localDay } from '../platform/lib/days/local-day.ts'
import { startOfLocalDay } from '../platform/lib/days/local-time.ts'
import { lookUpPayment } from './look-up-payment.ts'
import { refreshPayment } from './refresh-payment.ts'

/** Weeks since a charge. The nightly comparison covers younger ones; banks dispute no older ones. */
const LOOKED_UP_WEEKS = { first: 2, last: 26 }
/** Stops a night's lookups at a gateway after this many failures: it is likely to be down. */
const MAX_FAILURES = 5

/** Looks up this weekday's charges of half a year, so a lost webhook of a dispute costs at most a week. */
export async function lookUpOlder(context: WorkerContext, signal: AbortSignal): Promise<void> {
  const today = localDay(context.clock())
  const failures = new Map<string, number>()
  for (let weeks = LOOKED_UP_WEEKS.first; weeks <= LOOKED_UP_WEEKS.last; weeks += 1) {
    const day = addDays(today, -7 * weeks)
    const from = startOfLocalDay(day).toISOString()
    const until = startOfLocalDay(addDays(day, 1)).toISOString()
    const payments = await listCharged(context.database, { from, until })
    for (const payment of payments) {
      signal.throwIfAborted()
      const failed = failures.get(payment.provider) ?? 0
      if (failed < MAX_FAILURES && !(await lookUp(context, payment))) failures.set(payment.provider, failed + 1)
    }
  }
}

async function lookUp(context: WorkerContext, payment: Payment): Promise<boolean> {
  const { payments, log } = context
  const { reference } = payment
  const found = await lookUpPayment(payments, reference, payment)
  if (found.outcome !== 'done') {
    log.error({ reference, reason: reasonOf(found) }, 'an older payment could not be looked up')
    return false
  }
  try {
    await refreshPayment(context, reference, found.transactions)
    return true
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    log.error({ reference, error: describeError(error) }, 'an older payment could not be taken over')
    return false
  }
}
