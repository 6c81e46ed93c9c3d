import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'

/** UUIDs, nginx's `$request_id`, ULIDs and their like; it is written to the log, so nothing else gets there. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/

/** The id that a proxy gave a request, where it is one; otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  return givenRequestId(headers) ?? randomUUID()
}

/** The id that came with a request. */
export function givenRequestId(headers: IncomingHttpHeaders): string | null {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : null
}
