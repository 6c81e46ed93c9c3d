/** A worker that ran this long was healthy, so that the delay is reset. In milliseconds. */
const HEALTHY_RUN = 60_000
const FIRST_DELAY = 1000
const MAX_DELAY = 30_000

/**
 * Delay before a worker is restarted: none after a healthy run, otherwise twice the last one, so that a worker that
 * cannot start does not use up the processor.
 */
export function restartDelay(uptime: number, lastDelay: number): number {
  if (uptime >= HEALTHY_RUN) return 0
  return lastDelay === 0 ? FIRST_DELAY : Math.min(lastDelay * 2, MAX_DELAY)
}
