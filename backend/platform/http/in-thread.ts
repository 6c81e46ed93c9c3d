import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { AppError, OverloadedError } from './errors/app-error.ts'

/** One upload is read at once; a few more wait. */
const oneAtATime = pLimit(1)
const MAX_WAITING = 8

type ThreadCall = { module: string; name: string; args: readonly unknown[] }
type ThreadLimits = { maxMs: number; maxMemoryMb: number }
/** Rows become text soon after they are read; by default such values would take 48 MB and more. */
const YOUNG_MB = 16
const LIMITS: ThreadLimits = { maxMs: 30_000, maxMemoryMb: 512 }

/**
 * Calls an exported function of a module with what someone has uploaded, in a thread of its own, so a hostile
 * upload cannot keep pages waiting: the thread ends after some time, or when it takes too much memory. Bytes among the
 * arguments move there, and are gone here.
 */
export async function inThread<Args extends readonly unknown[], Result>(
  module: string,
  parse: (...args: Args) => Result | Promise<Result>,
  args: Args,
  limits: Partial<ThreadLimits> = {},
): Promise<Result> {
  if (oneAtATime.pendingCount >= MAX_WAITING) throw new OverloadedError('uploads to be read')
  return oneAtATime(() =>
    run<Result>({ module: pathToFileURL(module).href, name: parse.name, args }, { ...LIMITS, ...limits }),
  )
}

async function run<Result>(workerData: ThreadCall, { maxMs, maxMemoryMb }: ThreadLimits): Promise<Result> {
  const thread = new Worker(new URL('parser-thread.ts', import.meta.url), {
    workerData,
    transferList: workerData.args.flatMap((arg) => {
      return arg instanceof Uint8Array && arg.buffer instanceof ArrayBuffer ? [arg.buffer] : []
    }),
    // The shop's own limits are for a heap that lives long.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const timer = setTimeout(() => reject(new AppError('invalid_request', TOO_SLOW)), maxMs)
  thread.once('message', resolve)
  thread.once('error', (error) => reject(isOutOfMemory(error) ? new AppError('invalid_request', TOO_COMPLEX) : error))
  thread.once('exit', () => reject(new Error('the thread ended without a result')))
  return promise.finally(() => {
    clearTimeout(timer)
    void thread.terminate()
  })
}

const TOO_SLOW = 'The shop could not read this in half a minute. Please import it in parts.'
const TOO_COMPLEX = 'Reading this takes more memory than the shop has for it. Please import it in parts.'

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
