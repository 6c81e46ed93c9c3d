import type { Context } from '../platform/context.ts'
import { isOverLimit, type LimitedKey } from '../platform/http/rate-limits/rate-limiter.ts'
import { createTurns } from '../platform/http/rate-limits/turns.ts'
import { cardRange, FLAGGED_RANGE } from './placing-limits.ts'

/** Milliseconds between cards of a range with many declines. */
const SLOW_INTERVAL_MS = 2000

type Attempt = {
  limits: readonly LimitedKey[]
  nonce: string
  isAlarm: boolean
}

export type DeclineGuard = ReturnType<typeof createDeclineGuard>

/** Slows only clients with declined cards. In an alarm, cards of a range with many declines pay one by one. */
export function createDeclineGuard({
  database,
  clock,
  payments,
  rateLimiter,
  wait,
}: Pick<Context, 'database' | 'clock' | 'payments' | 'rateLimiter' | 'wait'>) {
  const slow = createTurns(clock, { atOnce: 1 })

  /** Runs a payment attempt; `null` means a declined card. The work is told whether it had to wait. */
  return async function attempt<Result>(
    { limits, nonce, isAlarm }: Attempt,
    work: (waited: boolean) => Promise<Result | null>,
  ): Promise<Result | null> {
    const digits = isAlarm ? await payments.findCardRange({ provider: payments.provider, nonce }) : null
    if (digits === null) return rateLimiter.attempt(limits, work)
    const isFlagged = await isOverLimit(database, { ...cardRange(digits), limit: FLAGGED_RANGE }, clock())
    return rateLimiter.attempt([...limits, cardRange(digits)], (waited) => {
      if (!isFlagged) return work(waited)
      return slow.run(async () => {
        await wait(SLOW_INTERVAL_MS)
        return work(true)
      })
    })
  }
}
