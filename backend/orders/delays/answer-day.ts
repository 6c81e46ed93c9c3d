import { addDays } from '../../platform/lib/days/local-day.ts'
import { LAW_DAYS, shipDayOf } from '../promised-day.ts'

/** 16 CFR 435.1(f): what is cancelled is refunded within so many working days. */
const REFUND_DAYS = 7
/** For an answer to a notice that leaves later than the rule wants. */
const ANSWER_DAYS = 3

/** A delay notice and its outcome. */
type Notice = { ship_by: string | null; answer_by: string | null; agreed_at: string | null }

/**
 * The last day for the shopper's answer to a notice that an order promised for one day ships by another, `null` when that is
 * not known. Without consent until then the order counts as cancelled. Returns `null` where silence is consent. By the
 * Federal Trade Commission's rule, 16 CFR 435.2(b):
 * - The first notice, with a day at most 30 days after the promised one: silence is consent.
 * - The first notice, with a later day or without one: 30 days after the promised day.
 * - Any later notice: the day that the notice before named, or that for its answer.
 * - Who agreed to wait without a day has agreed until they cancel, so silence stays consent.
 * A notice that leaves too late for that gives three days all the same, since no one could answer it otherwise.
 */
export function answerDay({
  promised,
  shipBy,
  last,
  today,
}: {
  promised: string
  shipBy: string | null
  /** The notice before; `null`: this is the first. */
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

/** The day by which an order without an answer is refunded; `null` while there is time for one, or it is not needed. */
export function refundDay(
  { answer_by, agreed_at }: Pick<Notice, 'answer_by' | 'agreed_at'>,
  today: string,
): string | null {
  return answer_by === null || agreed_at !== null || answer_by >= today ? null : shipDayOf(answer_by, REFUND_DAYS)
}
