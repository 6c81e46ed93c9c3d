import PQueue from 'p-queue'

/** Pictures that are made at the same time. */
const CONCURRENCY = 2
/** Pictures that wait; what is asked for beyond them is not made this time. */
export const MAX_WAITING = 200
/** How long a picture waits for its turn before it is cancelled, in milliseconds. */
export const WAIT_TIMEOUT_MS = 60_000
/** How long making one picture may take, in milliseconds. */
export const MAKE_TIMEOUT_MS = 120_000

export type ImageQueue = {
  /**
   * Does a piece of work once, however many ask for it together, smallest first. True when it was done; false when there
   * was no room, when it took too long, when it failed, or when everybody who waited for it has left before its turn.
   * Without `leaving` the work is wanted whoever leaves.
   */
  run: (
    key: string,
    size: number,
    work: (signal: AbortSignal | undefined) => Promise<void>,
    leaving?: AbortSignal,
  ) => Promise<boolean>
  /** How many wait for their turn. */
  readonly waiting: number
}

type Job = { done: Promise<boolean>; cancel: AbortController; askers: number; begun: boolean }

/** A bounded queue for making pictures. */
export function createImageQueue(): ImageQueue {
  const queue = new PQueue({ concurrency: CONCURRENCY, timeout: MAKE_TIMEOUT_MS })
  const jobs = new Map<string, Job>()

  function enqueue(key: string, size: number, work: Parameters<ImageQueue['run']>[2]): Job | null {
    if (queue.size >= MAX_WAITING) return null
    const cancel = new AbortController()
    const timeout = setTimeout(() => cancel.abort(), WAIT_TIMEOUT_MS).unref()
    const job: Job = { done: Promise.resolve(false), cancel, askers: 0, begun: false }
    const begin = async ({ signal }: { signal?: AbortSignal | undefined }) => {
      clearTimeout(timeout)
      job.begun = true
      await work(signal)
    }
    job.done = queue
      .add(begin, { priority: -size, signal: cancel.signal })
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        clearTimeout(timeout)
        jobs.delete(key)
      })
    jobs.set(key, job)
    return job
  }

  return {
    run: async (key, size, work, leaving) => {
      if (leaving?.aborted) return false
      const job = jobs.get(key) ?? enqueue(key, size, work)
      if (job === null) return false
      job.askers += 1
      leaving?.addEventListener('abort', () => leave(job), { once: true })
      return job.done
    },
    get waiting() {
      return queue.size
    },
  }
}

/** What has begun is finished: it is nearly there, and somebody will ask for it again. */
function leave(job: Job): void {
  job.askers -= 1
  if (job.askers === 0 && !job.begun) job.cancel.abort()
}
