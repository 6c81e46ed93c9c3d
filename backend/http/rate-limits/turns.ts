import pLimit from 'p-limit'
import { AppError } from '../errors/app-error.ts'

/** Milliseconds after which work that waits for its turn is refused. */
const MAX_QUEUED_MS = 15_000

/** Runs work in turn, so much at once on a machine. Throws 503 in place of what had to wait too long. */
export function createTurns(
  clock: () => Date,
  { atOnce, processes }: { atOnce: number; processes: number },
): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const turns = pLimit(Math.ceil(atOnce / processes))
  return (work) => {
    const since = clock().getTime()
    return turns(() => {
      if (clock().getTime() - since <= MAX_QUEUED_MS) return work()
      throw new AppError('unavailable', 'The shop is very busy. Please try again in a moment.', null, 5)
    })
  }
}
