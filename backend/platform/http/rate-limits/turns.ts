import pLimit from 'p-limit'
import { AppError } from '../errors/app-error.ts'

/** Milliseconds after which work that waits for its turn is refused. */
const MAX_QUEUED_MS = 15_000

/** Milliseconds for which work that went well lets more run at once. */
const SUCCESS_MS = 60_000

export type Turns = {
  /** Runs work in turn, and tells it whether it had to wait. Throws 503 instead of what had to wait too long. */
  run: <Result>(work: (waited: boolean) => Promise<Result>) => Promise<Result>
  /** To be called when work went well: as much may run at once as did within a minute. */
  noteSuccess: () => void
}

type TurnsOptions = {
  /** How much may run at once on this node, whatever comes of it. */
  atOnce: number
  /** How much may run at once after enough went well. */
  atMost?: number
}

export function createTurns(clock: () => Date, { atOnce, atMost = atOnce }: TurnsOptions): Turns {
  const limit = pLimit(atOnce)
  /** When work went well, as many of the newest as count. */
  let successes: number[] = []

  function adjust(now: number): void {
    successes = successes.filter((at) => Math.abs(now - at) < SUCCESS_MS).slice(-atMost)
    limit.concurrency = Math.max(atOnce, successes.length)
  }

  return {
    run: (work) => {
      const since = clock().getTime()
      adjust(since)
      const waits = limit.activeCount + limit.pendingCount >= limit.concurrency
      return limit(() => {
        if (clock().getTime() - since <= MAX_QUEUED_MS) return work(waits)
        throw new AppError('unavailable', 'The shop is very busy. Please try again in a moment.', null, 5)
      })
    },
    noteSuccess: () => {
      const now = clock().getTime()
      successes.push(now)
      adjust(now)
    },
  }
}
