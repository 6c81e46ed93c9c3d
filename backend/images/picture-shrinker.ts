import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Variant } from './picture-kinds.ts'

const WORKER = join(import.meta.dirname, 'picture-worker.ts')

/** How long the worker waits for another picture before it ends, in milliseconds. */
const IDLE = 20_000

export type ShrinkJob = { id: number; path: string; variant: Variant }
/** `bytes` is `null` when the picture could not be read. */
export type ShrinkAnswer = { id: number; bytes: Uint8Array | null }

export type PictureShrinker = {
  shrink: (path: string, variant: Variant) => Promise<Buffer>
  close: () => void
}

type Waiting = { worker: ChildProcess; resolve: (bytes: Buffer) => void; reject: (error: Error) => void }

/**
 * Shrinks pictures in a process of its own: encoding AVIF takes a few hundred megabytes that are never given back, and a
 * processor that pages should have first. It starts with the first picture and ends when there are no more.
 */
export function openShrinker(): PictureShrinker {
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
    mine.on('message', (answer: ShrinkAnswer) => {
      const asked = take(answer.id)
      if (answer.bytes === null) asked?.reject(new Error('the picture could not be read'))
      else asked?.resolve(Buffer.from(answer.bytes))
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

  function take(id: number): Waiting | undefined {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) idle = setTimeout(end, IDLE).unref()
    return asked
  }

  return {
    shrink: (path, variant) =>
      new Promise((resolve, reject) => {
        if (idle !== null) clearTimeout(idle)
        worker ??= start()
        const id = ++lastId
        waiting.set(id, { worker, resolve, reject })
        worker.send({ id, path, variant } satisfies ShrinkJob)
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
