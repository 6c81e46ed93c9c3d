import type { IncomingHttpHeaders } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Bytes of a request that leaves much behind: its chunks and texts take as much again, several times. */
const LARGE_BYTES = 1024 * 1024

export function isLarge(bytes: number): boolean {
  return bytes > LARGE_BYTES
}

/**
 * Frees what large requests have left. Of their texts V8 notices too little to collect them, and hundreds of megabytes would stay
 * with the process. Only for people who are signed in: it stops the shop for some 50 ms.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

export function isLargeRequest({ headers }: { headers: IncomingHttpHeaders }): boolean {
  return isLarge(Number(headers['content-length'] ?? 0))
}
