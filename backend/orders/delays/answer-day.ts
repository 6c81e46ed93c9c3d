import { addDays } from '../../platform/lib/days/local-day.ts'
import { LAW_DAYS, shipDayOf } from '../promised-day.ts'

/** Working days to refund a cancellation, by 16 CFR 435.1(f). */
const REFUND_DAYS = 7
/** Days for an answer to a notice that was sent later than the rule wants. */
const ANSWER_DAYS = 3

type Notice = { ship_by: string | null; answer_by: string | null; agreed_at: string | null }

/**
 * The last day for the shopper's answer to a notice; `null` if silence is consent. Without an answer the order counts
 * as cancelled. By the Federal Trade Commission's rule, 16 CFR 435.2(b): a first notice of at most 30 days needs no
 * answer; a longer or open delay needs one within 30 days of the promised day; a later notice by the day that the last
 * one named, or its answer day. Consent to an open delay lasts until the shopper cancels. A notice that is sent too
 * late gives three days.
 */
export function answerDay({
  promised,
  shipBy,
  last,
  today,
}: {
  promised: string
  shipBy: string | null
  /** The last notice; `null` if this is the first. */
  last: Notice | null
  today: string
}): string | null {
  const limit = addDays(promised, LAW_DAYS)
  if (last === null) return shipBy !== null && shipBy <= limit ? null : latest(limit, addDays(today, ANSWER_DAYS))
  const isOpenEnded = last.ship_by === null && (last.agreed_at !== null || last.answer_by === null)
  return isOpenEnded ? null : latest(last.ship_by ?? last.answer_by ?? promised, addDays(today, ANSWER_DAYS))
}

function latest(one: string, other: string): string {
  return one > other ? one : other
}

/** The day to refund an order without an answer; `null` before the deadline, or if no answer is needed. */
export function refundDay(
  { answer_by, agreed_at }: Pick<Notice, 'answer_by' | 'agreed_at'>,
  today: string,
): string | null {
  return answer_by === null || agreed_at !== null || answer_by >= today ? null : shipDayOf(answer_by, REFUND_DAYS)
}
