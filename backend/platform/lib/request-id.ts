import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'

/** UUIDs, nginx's `$request_id`, ULIDs and the like; nothing else, since it is logged. */
const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/

/** A valid id from a proxy, otherwise a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  return givenRequestId(headers) ?? randomUUID()
}

/** `null` without a valid one. */
export function givenRequestId(headers: IncomingHttpHeaders): string | null {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : null
}
