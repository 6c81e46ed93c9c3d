import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { OverloadedError } from '../../platform/http/errors/app-error.ts'
import type { PictureReading, ReadPicture } from '../inspect/inspect-file.ts'
import type { Variant } from '../store/media.ts'

const WORKER_FILE = join(import.meta.dirname, 'image-worker.ts')

/** Milliseconds that the worker waits for another picture before it exits. */
const MAX_IDLE_MS = 20_000

/**
 * Resident memory in bytes. Above `retired` the worker gets no further picture, since what encoding takes is never
 * returned; above `most` it ends at once, whatever it is doing, which takes up to 20 MB more. Two pictures of the sizes
 * that the shop takes need less.
 */
const MEMORY_BYTES = {
  copies: { retired: 500_000_000, most: 650_000_000 },
  reading: { retired: 200_000_000, most: 280_000_000 },
} as const

/** Milliseconds that opening a picture may take. */
const READ_TIMEOUT_MS = 30_000
/** Pictures that wait to be opened; beyond them an upload is asked to try again. */
const MAX_WAITING = 50

type Work = { kind: 'copy'; variant: Variant; file: string } | { kind: 'read'; maxPixels: number }
export type ImageJob = { id: number; path: string; work: Work }
/** `failure` is `null` on success; `memory` is the worker's resident memory in bytes. */
export type ImageResult = { id: number; failure: string | null; reading: PictureReading | null; memory: number }

export type ImageResizer = {
  /** Makes a variant as a file. An aborted signal ends the worker, whatever it is doing. */
  makeCopy: (path: string, variant: Variant, file: string, signal?: AbortSignal) => Promise<void>
  close: () => void
}

/** Opens pictures that someone has uploaded, one at a time. */
export type PictureReader = { read: ReadPicture; close: () => void }

type Waiting = { worker: ChildProcess; resolve: (result: ImageResult) => void; reject: (error: Error) => void }

/** The worker ended before its picture was done; `ofMemory` when that would have taken too much of it. */
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

/** Opens pictures as those do that make its variants, in a process that may end: a picture of a kilobyte can take gigabytes. */
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
 * Decodes pictures in a process of its own, since that takes some hundred megabytes, and processor time that pages need
 * first. The process starts with the first picture, exits when idle, and is replaced when it has ended.
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

  /** One that is not does not delay the exit of the shop or of a command. */
  function isBusy(mine: ChildProcess): boolean {
    return [...waiting.values()].some((job) => job.worker === mine)
  }

  /** Gives a worker no more pictures, and ends it once it has none left. */
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
    // Not permitted here; it then has the same priority as pages.
  }
}
