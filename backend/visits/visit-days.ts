const DAY = 24 * 60 * 60_000

/** The last days as ISO dates, UTC, oldest first. */
export function daysUntil(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY).toISOString().slice(0, 10),
  )
}
