import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { OverloadedError } from '../../platform/http/errors/app-error.ts'
import type { PictureReading, ReadPicture } from '../inspect/inspect-file.ts'
import type { Variant } from '../store/media.ts'

const WORKER_FILE = join(import.meta.dirname, 'image-worker.ts')

/** Milliseconds until an idle worker exits. */
const MAX_IDLE_MS = 20_000

/**
 * Resident bytes. Above `retired` the worker gets no further picture, since encoders never return memory; above `most`
 * it is killed, which takes up to 20 MB more.
 */
const MEMORY_BYTES = {
  copies: { retired: 500_000_000, most: 650_000_000 },
  reading: { retired: 200_000_000, most: 280_000_000 },
} as const

const READ_TIMEOUT_MS = 30_000
/** Beyond them an upload is asked to retry. */
const MAX_WAITING = 50

type Work = { kind: 'copy'; variant: Variant; file: string } | { kind: 'read'; maxPixels: number }
export type ImageJob = { id: number; path: string; work: Work }
/** `failure` is `null` on success; `memory` is resident bytes. */
export type ImageResult = { id: number; failure: string | null; reading: PictureReading | null; memory: number }

export type ImageResizer = {
  /** An aborted signal kills the worker. */
  makeCopy: (path: string, variant: Variant, file: string, signal?: AbortSignal) => Promise<void>
  close: () => void
}

/** Opens uploaded pictures one at a time. */
export type PictureReader = { read: ReadPicture; close: () => void }

type Waiting = { worker: ChildProcess; resolve: (result: ImageResult) => void; reject: (error: Error) => void }

/** `ofMemory`: it would have used too much. */
class WorkerEndedError extends Error {
  readonly ofMemory: boolean

  constructor(signal: NodeJS.Signals | null) {
    const ofMemory = signal === 'SIGKILL'
    super(ofMemory ? 'the picture takes too much memory' : 'the picture worker ended')
    this.ofMemory = ofMemory
  }
}

export function openImageResizer(): ImageResizer {
  const { run, close } = openWorker(MEMORY_BYTES.copies)
  return {
    makeCopy: async (path, variant, file, signal) => {
      const { failure } = await run(path, { kind: 'copy', variant, file }, signal)
      if (failure !== null) throw new Error(failure)
    },
    close,
  }
}

/** Opens pictures in a process that may be killed: one kilobyte can decode to gigabytes. */
export function openPictureReader(): PictureReader {
  const { run, close } = openWorker(MEMORY_BYTES.reading)
  const oneAtATime = pLimit(1)
  async function read(path: string, maxPixels: number): Promise<PictureReading> {
    const late = AbortSignal.timeout(READ_TIMEOUT_MS)
    try {
      const { reading } = await run(path, { kind: 'read', maxPixels }, late)
      return reading ?? { size: null, failure: 'damaged' }
    } catch (error) {
      if (late.aborted) return { size: null, failure: 'time' }
      if (error instanceof WorkerEndedError && error.ofMemory) return { size: null, failure: 'memory' }
      throw error
    }
  }
  return {
    read: async (path, maxPixels) => {
      if (oneAtATime.pendingCount >= MAX_WAITING) throw new OverloadedError('pictures to be opened')
      return oneAtATime(() => read(path, maxPixels))
    },
    close,
  }
}

type Worker = {
  run: (path: string, work: Work, signal?: AbortSignal) => Promise<ImageResult>
  close: () => void
}

/**
 * Decodes pictures in a process of its own, for its memory and to give pages priority. It starts with the first
 * picture, exits when idle, and is replaced after a crash.
 */
function openWorker(memory: { retired: number; most: number }): Worker {
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
    const mine = fork(WORKER_FILE, [String(memory.most)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
    })
    lowerPriority(mine)
    mine.on('message', (result: ImageResult) => {
      take(result.id)?.resolve(result)
      if (result.memory > memory.retired) retire(mine)
    })
    const fail = (signal: NodeJS.Signals | null) => {
      if (worker === mine) worker = null
      for (const [id, job] of waiting) {
        if (job.worker === mine) take(id)?.reject(new WorkerEndedError(signal))
      }
    }
    mine.on('error', () => fail(null))
    mine.on('exit', (_code, signal) => fail(signal))
    return mine
  }

  /** An idle one does not delay the exit. */
  function isBusy(mine: ChildProcess): boolean {
    return [...waiting.values()].some((job) => job.worker === mine)
  }

  /** Gives a worker no more pictures, and ends it after the last. */
  function retire(mine: ChildProcess): void {
    if (worker === mine) worker = null
    if (!isBusy(mine)) mine.kill()
  }

  function dismiss(mine: ChildProcess): void {
    if (worker === mine) worker = null
    mine.kill()
  }

  function take(id: number): Waiting | undefined {
    const job = waiting.get(id)
    waiting.delete(id)
    if (job !== undefined && !isBusy(job.worker)) {
      job.worker.unref()
      job.worker.channel?.unref()
    }
    if (idle !== null) clearTimeout(idle)
    if (waiting.size === 0) idle = setTimeout(end, MAX_IDLE_MS).unref()
    return job
  }

  return {
    run: (path, work, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        if (idle !== null) clearTimeout(idle)
        worker ??= start()
        const mine = worker
        const id = ++lastId
        waiting.set(id, { worker: mine, resolve, reject })
        mine.ref()
        mine.channel?.ref()
        signal?.addEventListener('abort', () => waiting.has(id) && dismiss(mine), { once: true })
        mine.send({ id, path, work } satisfies ImageJob)
      }),
    close: end,
  }
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Not permitted: it has the same priority as pages.
  }
}
