import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { collectGarbage, isLarge } from './collect-garbage.ts'
import { AppError, OverloadedError } from './errors/app-error.ts'

const oneAtATime = pLimit(1)
const MAX_WAITING = 8

type ThreadCall = { module: string; name: string; args: readonly unknown[] }
/** With the heap used. */
type ThreadAnswer<Result> = { result: Result; heapBytes: number }
type ThreadLimits = { maxMs: number; maxMemoryMb: number }
/** Rows become text soon after they are read; a flag of the shop's start takes precedence over limits of a thread. */
const SEMI_SPACE_MB = 4
/** Otherwise a thread first collects at the 72 MB of the shop's own heap. */
const FIRST_COLLECTION_MB = 16
const DEFAULT_LIMITS: ThreadLimits = { maxMs: 30_000, maxMemoryMb: 512 }

/**
 * Calls a module's exported function with an upload in a thread of its own, which a hostile upload can't make slow or
 * large for others. The thread is reused for some seconds. Bytes in arguments are transferred, and empty here
 * afterwards.
 */
export async function inThread<Args extends readonly unknown[], Result>(
  module: string,
  parse: (...args: Args) => Result | Promise<Result>,
  args: Args,
  limits: Partial<ThreadLimits> = {},
): Promise<Result> {
  if (oneAtATime.pendingCount >= MAX_WAITING) throw new OverloadedError('uploads to be read')
  return oneAtATime(() => {
    const call = { module: pathToFileURL(module).href, name: parse.name, args }
    // This thread allocates nothing while the other reads, so it would not collect.
    if (hasLarge(call)) collectGarbage()
    return run<Result>(call, { ...DEFAULT_LIMITS, ...limits })
  })
}

function hasLarge({ args }: ThreadCall): boolean {
  return isLarge(lengthOf(args))
}

/** Bytes and characters in a value. */
function lengthOf(value: unknown): number {
  if (value instanceof Uint8Array) return value.byteLength
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((length, part) => length + lengthOf(part), 0)
}

/** A preview is imported some seconds after its upload; by then the modules are loaded. */
const KEPT_MS = 10_000
/** A larger heap would be held, so its thread is ended. */
const LARGEST_KEPT_MB = 32

let kept: { thread: Worker; maxMemoryMb: number; timer: NodeJS.Timeout } | null = null

async function run<Result>(call: ThreadCall, { maxMs, maxMemoryMb }: ThreadLimits): Promise<Result> {
  const thread = takeKept(maxMemoryMb) ?? startThread(maxMemoryMb)
  const isLargeCall = hasLarge(call)
  try {
    const answer = answerOf<Result>(thread, maxMs)
    const bytes = call.args.flatMap((arg) => (arg instanceof Uint8Array ? arg.buffer : []))
    thread.postMessage(
      call,
      bytes.filter((buffer) => buffer instanceof ArrayBuffer),
    )
    const { result, heapBytes } = await answer
    if (heapBytes <= LARGEST_KEPT_MB * 1024 * 1024 && !isLargeCall) keep(thread, maxMemoryMb)
    // Frees its memory before the result takes more.
    else await thread.terminate()
    return result
  } catch (error) {
    void thread.terminate()
    throw error
  }
}

function startThread(maxMemoryMb: number): Worker {
  setFlagsFromString(`--initial-old-space-size=${FIRST_COLLECTION_MB}`)
  setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`)
  const thread = new Worker(new URL('parser-thread.ts', import.meta.url), {
    // The shop's own limits are for a heap that lives long.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  })
  // Without a listener, an error would end the shop and not just the thread.
  thread.on('error', () => {})
  thread.once('exit', () => {
    if (kept?.thread === thread) endKept()
  })
  return thread
}

function answerOf<Result>(thread: Worker, maxMs: number): Promise<ThreadAnswer<Result>> {
  const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer<Result>>()
  const fail = (error: unknown) => reject(isOutOfMemory(error) ? new AppError('invalid_request', TOO_COMPLEX) : error)
  const end = () => reject(new Error('the thread ended without a result'))
  const timer = setTimeout(() => reject(new AppError('invalid_request', TOO_SLOW)), maxMs)
  thread.once('message', resolve).once('error', fail).once('exit', end)
  return promise.finally(() => {
    clearTimeout(timer)
    thread.off('message', resolve).off('error', fail).off('exit', end)
  })
}

function keep(thread: Worker, maxMemoryMb: number): void {
  endKept()
  // It does not keep the process running.
  thread.unref()
  kept = { thread, maxMemoryMb, timer: setTimeout(endKept, KEPT_MS).unref() }
}

/** The idle thread, unless it has another limit. */
function takeKept(maxMemoryMb: number): Worker | null {
  if (kept?.maxMemoryMb !== maxMemoryMb) return null
  const { thread, timer } = kept
  kept = null
  clearTimeout(timer)
  thread.ref()
  return thread
}

function endKept(): void {
  clearTimeout(kept?.timer)
  void kept?.thread.terminate()
  kept = null
}

const TOO_SLOW = 'The shop could not read this in half a minute. Please import it in parts.'
const TOO_COMPLEX = 'Reading this takes more memory than the shop has for it. Please import it in parts.'

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
