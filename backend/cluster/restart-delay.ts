/** A worker that ran for so long was well; what ended it is taken for something new. In milliseconds, as all here. */
const RAN_WELL = 60_000
const FIRST_DELAY = 1000
const LONGEST_DELAY = 30_000

/**
 * How long to wait before a worker that ended is started again: at once after a long life, otherwise twice as long as the
 * last time, so that a worker that cannot start does not keep the machine busy.
 */
export function restartDelay(lived: number, lastDelay: number): number {
  if (lived >= RAN_WELL) return 0
  return lastDelay === 0 ? FIRST_DELAY : Math.min(lastDelay * 2, LONGEST_DELAY)
}
