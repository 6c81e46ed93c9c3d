import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'

/** UUIDs, nginx's `$request_id`, ULIDs and the like. The id is logged, so nothing else is accepted. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/

/** The id that a proxy gave the request if it is valid, otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  return givenRequestId(headers) ?? randomUUID()
}

/** The request's own id, `null` without a valid one. */
export function givenRequestId(headers: IncomingHttpHeaders): string | null {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : null
}
