import pLimit from 'p-limit'
import { AppError } from '../errors/app-error.ts'

/** Milliseconds in the queue until work is refused. */
const MAX_QUEUED_MS = 15_000

/** Milliseconds for which a success raises the limit. */
const SUCCESS_MS = 60_000

export type Turns = {
  /** Runs work in turn, and tells it whether it waited. Throws 503 after too long a wait. */
  run: <Result>(work: (waited: boolean) => Promise<Result>) => Promise<Result>
  noteSuccess: () => void
}

type TurnsOptions = {
  atOnce: number
  atMost?: number
}

export function createTurns(clock: () => Date, { atOnce, atMost = atOnce }: TurnsOptions): Turns {
  const limit = pLimit(atOnce)
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
