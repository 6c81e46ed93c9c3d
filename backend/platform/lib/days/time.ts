import { DAY_MS } from '@shop/contract/durations'

/** Leases, waits and limits end within six hours; one beyond a day is from a wrong clock, and would block for years. */
const FARTHEST_MS = DAY_MS

/** The latest time that a right clock can have written. */
export function latestPlausible(now: Date): string {
  return new Date(now.getTime() + FARTHEST_MS).toISOString()
}

/** Rejects after `ms`; a later result is dropped. */
export async function withinTime<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('took too long')), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
