import type { IncomingHttpHeaders } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A request this large leaves several times as much garbage. */
const LARGE_BYTES = 1024 * 1024

export function isLarge(bytes: number): boolean {
  return bytes > LARGE_BYTES
}

/** The share of processor time that collections may take. */
const MAX_SHARE = 0.05
const MAX_AHEAD_MS = 500
/** Right after a collection there is nothing to collect. */
const MIN_PAUSE_MS = 200

/** Collection time beyond the share. */
let ahead = 0
let ended = Number.NEGATIVE_INFINITY

/**
 * Collects the garbage of large requests, hundreds of megabytes that V8 would not notice. It stops the process for some
 * 50 ms, so it is for people who are signed in, and limited for them too.
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

/** Processor time of this thread: on a busy machine a collection takes several times as long. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export function isLargeRequest({ headers }: { headers: IncomingHttpHeaders }): boolean {
  return isLarge(Number(headers['content-length'] ?? 0))
}
