import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Variant } from './image-variants.ts'

const WORKER = join(import.meta.dirname, 'image-worker.ts')

/** How long the worker waits for another picture before it ends, in milliseconds. */
const IDLE = 20_000

/** A worker that holds more memory than this takes no further picture and ends after its last, in bytes. */
const MAX_MEMORY = 500_000_000

export type CopyJob = { id: number; path: string; variant: Variant; file: string }
/** `failure` is `null` when the file is there; `memory` is what the worker holds, in bytes. */
export type CopyResult = { id: number; failure: string | null; memory: number }

export type ImageResizer = {
  /** Makes a copy as a file. When the signal aborts, the worker ends, whatever it was at. */
  makeCopy: (path: string, variant: Variant, file: string, signal?: AbortSignal) => Promise<void>
  close: () => void
}

type Waiting = { worker: ChildProcess; resolve: () => void; reject: (error: Error) => void }

/**
 * Shrinks pictures in a process of its own: encoding AVIF takes a few hundred megabytes that are never given back, and a
 * processor that pages should have first. It starts with the first picture and ends when there are no more.
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
      const asked = take(id)
      if (failure === null) asked?.resolve()
      else asked?.reject(new Error(failure))
      if (memory > MAX_MEMORY) retire(mine)
    })
    const fail = () => {
      if (worker === mine) worker = null
      for (const [id, asked] of waiting) {
        if (asked.worker === mine) take(id)?.reject(new Error('the picture worker ended'))
      }
    }
    mine.on('error', fail)
    mine.on('exit', fail)
    // The shop's own end is not held up by it.
    mine.unref()
    mine.channel?.unref()
    return mine
  }

  /** Gives a worker nothing more to do, and ends it once it has nothing left. */
  function retire(mine: ChildProcess): void {
    if (worker === mine) worker = null
    if (![...waiting.values()].some((asked) => asked.worker === mine)) mine.kill()
  }

  function dismiss(mine: ChildProcess): void {
    if (worker === mine) worker = null
    mine.kill()
  }

  function take(id: number): Waiting | undefined {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (idle !== null) clearTimeout(idle)
    if (waiting.size === 0) idle = setTimeout(end, IDLE).unref()
    return asked
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
    // Not allowed here; it then merely competes with pages.
  }
}
