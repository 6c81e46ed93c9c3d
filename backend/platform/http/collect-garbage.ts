import type { IncomingHttpHeaders } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of a request that leaves much behind: its chunks and texts take as much again, several times. */
const LARGE_BYTES = 1024 * 1024

export function isLarge(bytes: number): boolean {
  return bytes > LARGE_BYTES
}

/** Of the time, what collections may take of the processor, but for the first ones. */
const MAX_SHARE = 0.05
const MAX_AHEAD_MS = 500
/** Right after a collection there is nothing to collect. */
const MIN_PAUSE_MS = 200

/** The time of collections beyond their share, at the end of the last one. */
let ahead = 0
let ended = Number.NEGATIVE_INFINITY

/**
 * Frees what large requests have left. Of their texts V8 notices too little to collect them, and hundreds of megabytes would stay
 * with the process. It stops the shop for some 50 ms: it is for people who are signed in, and limited for them, too.
 */
export function collectGarbage(): void {
  const pause = performance.now() - ended
  const left = Math.max(0, ahead - pause * MAX_SHARE)
  if (pause < MIN_PAUSE_MS || left > MAX_AHEAD_MS) return
  const started = usedMs()
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  ahead = left + usedMs() - started
  ended = performance.now()
}

/** Of the processor, by this thread: on a busy machine a collection takes several times as long. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export function isLargeRequest({ headers }: { headers: IncomingHttpHeaders }): boolean {
  return isLarge(Number(headers['content-length'] ?? 0))
}
