import { DAY_MS } from '@shop/contract/durations'

/**
 * Milliseconds. The ends of leases, waits and limits that the shop writes are at most six hours ahead: one that is further ahead
 * than a day was written while the clock of a machine was wrong, and would hold things up for years.
 */
const FARTHEST_MS = DAY_MS

/** The latest time that a right clock can have written. */
export function latestPlausible(now: Date): string {
  return new Date(now.getTime() + FARTHEST_MS).toISOString()
}

/** Rejects when a promise takes longer; a later result is dropped. */
export async function withinTime<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('took too long')), ms)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
