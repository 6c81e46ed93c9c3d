/** One request a second: a visitor's connection stays with one process, however many there are. */
const MIN_PER_MINUTE = 60

/** What each of a machine's processes allows per minute, of a limit that is counted in memory and that all share. */
export function shareOfLimit(perMinute: number, processes: number): number {
  return Math.max(Math.min(perMinute, MIN_PER_MINUTE), Math.ceil(perMinute / processes))
}
