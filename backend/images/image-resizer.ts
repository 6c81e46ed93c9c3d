import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Variant } from './image-variants.ts'

const WORKER = join(import.meta.dirname, 'image-worker.ts')

/** Milliseconds that the worker waits for another picture before it exits. */
const IDLE = 20_000

/** A worker that uses more memory than this, in bytes, gets no further picture and exits after its last one. */
const MAX_MEMORY = 500_000_000

export type CopyJob = { id: number; path: string; variant: Variant; file: string }
/** `failure` is `null` on success; `memory` is the worker's resident memory in bytes. */
export type CopyResult = { id: number; failure: string | null; memory: number }

export type ImageResizer = {
  /** Makes a variant as a file. An aborted signal ends the worker, whatever it is doing. */
  makeCopy: (path: string, variant: Variant, file: string, signal?: AbortSignal) => Promise<void>
  close: () => void
}

type Waiting = { worker: ChildProcess; resolve: () => void; reject: (error: Error) => void }

/**
 * Resizes pictures in a process of its own, since encoding AVIF takes some hundred megabytes that are never returned,
 * and processor time that pages need first. The process starts with the first picture and exits when idle.
 */
export function openImageResizer(): ImageResizer {
  const waiting = new Map<number, Waiting>()
  let worker: ChildProcess | null = null
  let idle: NodeJS.Timeout | null = null
  let lastId = 0

  function end(): void {
    if (idle !== null) clearTimeout(idle)
    worker?.kill()
    worker = null
  }

  function start(): ChildProcess {
    const mine = fork(WORKER, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] })
    lowerPriority(mine)
    mine.on('message', ({ id, failure, memory }: CopyResult) => {
      const job = take(id)
      if (failure === null) job?.resolve()
      else job?.reject(new Error(failure))
      if (memory > MAX_MEMORY) retire(mine)
    })
    const fail = () => {
      if (worker === mine) worker = null
      for (const [id, job] of waiting) {
        if (job.worker === mine) take(id)?.reject(new Error('the picture worker ended'))
      }
    }
    mine.on('error', fail)
    mine.on('exit', fail)
    // It does not delay the shop's exit.
    mine.unref()
    mine.channel?.unref()
    return mine
  }

  /** Gives a worker no more pictures, and ends it once it has none left. */
  function retire(mine: ChildProcess): void {
    if (worker === mine) worker = null
    if (![...waiting.values()].some((job) => job.worker === mine)) mine.kill()
  }

  function dismiss(mine: ChildProcess): void {
    if (worker === mine) worker = null
    mine.kill()
  }

  function take(id: number): Waiting | undefined {
    const job = waiting.get(id)
    waiting.delete(id)
    if (idle !== null) clearTimeout(idle)
    if (waiting.size === 0) idle = setTimeout(end, IDLE).unref()
    return job
  }

  return {
    makeCopy: (path, variant, file, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        if (idle !== null) clearTimeout(idle)
        worker ??= start()
        const mine = worker
        const id = ++lastId
        waiting.set(id, { worker: mine, resolve, reject })
        signal?.addEventListener('abort', () => waiting.has(id) && dismiss(mine), { once: true })
        mine.send({ id, path, variant, file } satisfies CopyJob)
      }),
    close: end,
  }
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Not permitted here; it then has the same priority as pages.
  }
}
