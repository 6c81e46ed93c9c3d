import type { IncomingHttpHeaders } from 'node:http'

type SentFile = { bytes: number; modified: Date }

/**
 * The requested part of a file, all of it, or unsatisfiable. `If-Range` must have the exact `Last-Modified`: weak
 * entity tags never match. Several ranges, a malformed one or a too large one are the whole file.
 */
export function requestedPart(
  method: string,
  headers: IncomingHttpHeaders,
  { bytes, modified }: SentFile,
): 'part' | 'whole' | 'beyond' {
  const [matched, first = '', last = ''] = /^ *bytes=(\d*)-(\d*) *$/.exec(headers.range ?? '') ?? []
  const condition = headers['if-range']
  // A header has no milliseconds.
  const isSame = condition === undefined || condition === modified.toUTCString()
  if (matched === undefined || method !== 'GET' || !isSame) return 'whole'
  if (first === '') {
    if (last === '' || Number(last) > bytes) return 'whole'
    return Number(last) === 0 ? 'beyond' : 'part'
  }
  if (last !== '' && Number(last) < Number(first)) return 'whole'
  return Number(first) < bytes ? 'part' : 'beyond'
}
