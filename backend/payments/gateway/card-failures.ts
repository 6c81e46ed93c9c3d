import type { Context } from '../../platform/context.ts'
import type { Database } from '../../platform/database/database.ts'
import { countsWithin, isOverLimit, type LimitedKey } from '../../platform/http/rate-limits/rate-limiter.ts'

/** Per client address, so one broken browser does not raise the alert. */
const PER_CLIENT = { max: 3, minutes: 60 }
/** Nine are chance; one more in the hour is remembered for half a day. */
const OF_AN_HOUR: LimitedKey = { key: 'card failures', limit: { max: 9, minutes: 60 } }
const NOTED_LIMIT: LimitedKey = { key: 'card failures noted', limit: { max: 1, minutes: 12 * 60 } }

/**
 * Counts failures of shoppers' card fields. Limited, since anyone can report one; the only effect is a finding of the
 * doctor.
 */
export async function countCardFailure(
  { rateLimiter }: Pick<Context, 'rateLimiter'>,
  client: string,
): Promise<boolean> {
  if (!(await countsWithin(rateLimiter, { key: `card failure ${client}`, limit: PER_CLIENT }))) return false
  return !(await countsWithin(rateLimiter, OF_AN_HOUR)) && countsWithin(rateLimiter, NOTED_LIMIT)
}

/** Whether card fields failed often in an hour of the last half day. */
export function haveCardsFailed(database: Database, now: Date): Promise<boolean> {
  return isOverLimit(database, NOTED_LIMIT, now)
}
