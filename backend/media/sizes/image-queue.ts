import PQueue from 'p-queue'

export const MAX_WAITING = 200
/** Milliseconds in the queue until it is cancelled. */
export const WAIT_TIMEOUT_MS = 60_000
/** In milliseconds. */
export const MAKE_TIMEOUT_MS = 120_000

export type ImageQueue = {
  /**
   * Runs `work` once per key, smallest picture first. False when the queue is full, `work` failed or timed out, or all
   * `leaving` signals aborted before its turn. A request without `leaving` always waits.
   */
  run: (
    key: string,
    size: number,
    work: (signal: AbortSignal | undefined) => Promise<void>,
    leaving?: AbortSignal,
  ) => Promise<boolean>
  readonly waiting: number
}

type Job = { done: Promise<boolean>; cancel: AbortController; requesters: number; begun: boolean }

export function createImageQueue(concurrency: number): ImageQueue {
  const queue = new PQueue({ concurrency, timeout: MAKE_TIMEOUT_MS })
  const jobs = new Map<string, Job>()

  function enqueue(key: string, size: number, work: Parameters<ImageQueue['run']>[2]): Job | null {
    if (queue.size >= MAX_WAITING) return null
    const cancel = new AbortController()
    const timeout = setTimeout(() => cancel.abort(), WAIT_TIMEOUT_MS).unref()
    const job: Job = { done: Promise.resolve(false), cancel, requesters: 0, begun: false }
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
      job.requesters += 1
      leaving?.addEventListener('abort', () => leave(job), { once: true })
      return job.done
    },
    get waiting() {
      return queue.size
    },
  }
}

/** Finishes started work, since the picture will be requested again. */
function leave(job: Job): void {
  job.requesters -= 1
  if (job.requesters === 0 && !job.begun) job.cancel.abort()
}
