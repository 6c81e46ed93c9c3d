/** Attempts of one key that wait for those before them; more than these are asked to come again in a moment. */
const MOST_WAITING = 100

/** What this node knows of a key while attempts of it are under way. */
export type InFlight = {
  /** Attempts that are being worked on. */
  running: number
  /** The count that the last of them left behind: it may be newer than what was read from the database. */
  counted: number
  expires_at: string
  /** Those who hold this entry, working, waiting or about to. */
  users: number
  waiting: (() => void)[]
}

/** The attempts under way on this node, by key. Nothing is held of a key that nobody tries. */
export function createInFlightAttempts() {
  const entries = new Map<string, InFlight>()
  return {
    hold: (key: string): InFlight => {
      const entry = entries.get(key) ?? { running: 0, counted: 0, expires_at: '', users: 0, waiting: [] }
      entry.users += 1
      entries.set(key, entry)
      return entry
    },
    release: (key: string): void => {
      const entry = entries.get(key)
      if (entry === undefined) return
      entry.users -= 1
      if (entry.users === 0) entries.delete(key)
      for (const wake of entry.waiting.splice(0)) wake()
    },
  }
}

/** Ends when an attempt of the key has ended; `null` when too many wait already. */
export function nextEnd(entry: InFlight): Promise<void> | null {
  if (entry.waiting.length >= MOST_WAITING) return null
  return new Promise((resolve) => entry.waiting.push(resolve))
}
