import type { IncomingHttpHeaders } from 'node:http'

type SentFile = { bytes: number; modified: Date }

/**
 * The answer to a request: a part of a file, all of it, or that it ends before the part. Only GET has parts. With
 * `If-Range` the client must have the same file: our entity tags are weak, which never says that, so it has to be the very
 * date of `Last-Modified`. Several ranges, one that is malformed and more than all of the file are all of it.
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
