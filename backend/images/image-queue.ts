import PQueue from 'p-queue'

/** Pictures that are made at the same time. */
const CONCURRENCY = 2
/** Queue length; further requests are rejected. */
export const MOST_WAITING = 200
/** Milliseconds that a picture may be queued before it is cancelled. */
export const WAIT_TIMEOUT_MS = 60_000
/** Milliseconds that making a picture may take. */
export const MAKE_TIMEOUT_MS = 120_000

export type ImageQueue = {
  /**
   * Runs a job, smallest first; concurrent requests with the same key share it. Resolves to true when it succeeded;
   * false when the queue was full, when it took too long, when it failed, or when everyone who waited for it left
   * before it started. Requests without `leaving` wait for ever.
   */
  ask: (
    key: string,
    size: number,
    work: (signal: AbortSignal | undefined) => Promise<void>,
    leaving?: AbortSignal,
  ) => Promise<boolean>
  /** Queued jobs. */
  readonly waiting: number
}

type Job = { done: Promise<boolean>; cancel: AbortController; askers: number; begun: boolean }

/** A bounded queue for making pictures. */
export function createImageQueue(): ImageQueue {
  const queue = new PQueue({ concurrency: CONCURRENCY, timeout: MAKE_TIMEOUT_MS })
  const jobs = new Map<string, Job>()

  function enqueue(key: string, size: number, work: Parameters<ImageQueue['ask']>[2]): Job | null {
    if (queue.size >= MOST_WAITING) return null
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
    ask: async (key, size, work, leaving) => {
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

/** A job that has started is finished: it is nearly done and will be requested again. */
function leave(job: Job): void {
  job.askers -= 1
  if (job.askers === 0 && !job.begun) job.cancel.abort()
}
