import type { IncomingHttpHeaders } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of a request that leaves much behind: its chunks and texts take as much again, several times. */
const LARGE_BYTES = 1024 * 1024

export function isLarge(bytes: number): boolean {
  return bytes > LARGE_BYTES
}

/** Of the time, what collections may take at most. */
const MAX_SHARE = 0.05

let nextAllowed = 0

/**
 * Frees what large requests have left. Of their texts V8 notices too little to collect them, and hundreds of megabytes would stay
 * with the process. It stops the shop for some 50 ms: it is for people who are signed in, and limited for them, too.
 */
export function collectGarbage(): void {
  const started = performance.now()
  if (started < nextAllowed) return
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const ended = performance.now()
  nextAllowed = ended + (ended - started) / MAX_SHARE
}

export function isLargeRequest({ headers }: { headers: IncomingHttpHeaders }): boolean {
  return isLarge(Number(headers['content-length'] ?? 0))
}
