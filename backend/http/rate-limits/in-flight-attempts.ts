/** Attempts that may wait per key; further ones are rejected with a short Retry-After. */
const MAX_WAITING = 100

/** State of a key while attempts are in flight on this node. */
export type InFlight = {
  /** Running attempts. */
  running: number
  /** The count after the last failure; it may be newer than what was read from the database. */
  counted: number
  expires_at: string
  /** Callers that hold this entry, running or waiting. */
  users: number
  waiting: (() => void)[]
}

/** The attempts in flight on this node, by key. Entries are removed when nobody holds them. */
export function createInFlightAttempts() {
  const entries = new Map<string, InFlight>()
  return {
    acquire: (key: string): InFlight => {
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

/**
 * Takes over a count from the database, unless it is older than the known one: responses of concurrent queries come in
 * any order.
 */
export function noteCount(entry: InFlight, { counted, expires_at }: Pick<InFlight, 'counted' | 'expires_at'>): void {
  const isNewer = expires_at === entry.expires_at ? counted > entry.counted : expires_at > entry.expires_at
  if (isNewer) Object.assign(entry, { counted, expires_at })
}

/** Resolves when an attempt of the key has ended; `null` when too many wait already. */
export function nextEnd(entry: InFlight): Promise<void> | null {
  if (entry.waiting.length >= MAX_WAITING) return null
  return new Promise((resolve) => entry.waiting.push(resolve))
}
