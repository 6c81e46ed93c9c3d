import type { Call, CallRequest, RequestOf, ResultOf } from '@shop/contract/http/call'
import { createClient } from '@shop/contract/http/client'
import { errorBody } from '@shop/contract/http/endpoint'
import { CallError } from '@shop/contract/http/errors'
import { reportUnreachable } from './frame/connection.tsx'

/** A failed call. With `status` 0 there was no response, so the change may or may not have been made. */
export class AdminCallError extends Error {
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  /** The whole body; with 409 it has the current state. `null` for a response that the shop itself did not make. */
  readonly body: unknown

  constructor(message: string, status: number, fields: Readonly<Record<string, string>> = {}, body: unknown = null) {
    super(message)
    this.name = 'AdminCallError'
    this.status = status
    this.fields = fields
    this.body = body
  }
}

const PROXY_STATUSES = [502, 503, 504]

/** Whether the shop gave no response, or a proxy gave one in its place: what was sent may or may not have been done. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof AdminCallError)) return false
  return error.status === 0 || (PROXY_STATUSES.includes(error.status) && error.body === null)
}

export function fieldsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof AdminCallError ? error.fields : {}
}

export const UNREACHABLE_MESSAGE = 'We can’t reach the shop. Please check your connection.'
const NOT_UNDERSTOOD = 'We couldn’t read the shop’s response. Please reload this page.'

const client = createClient('', (url, init) => fetch(url, init))

/**
 * Calls the backend with the session cookie; throws an `AdminCallError` with a text for the user. Requests with the
 * same `idempotencyKey` are executed once.
 */
export async function call<E extends Call>(
  endpoint: E,
  request: RequestOf<E> & CallRequest,
  signal?: AbortSignal,
  idempotencyKey?: string,
): Promise<ResultOf<E>> {
  const { body = {} } = request
  try {
    const result = await client(endpoint, endpoint.method === 'POST' ? { ...request, body } : request, {
      signal,
      keepalive: isKeptAlive(idempotencyKey, body),
      headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
    })
    // The endpoint's own `parse` made it.
    return result as ResultOf<E>
  } catch (error) {
    throw error instanceof CallError ? toAdminError(error) : error
  }
}

/** In bytes; browsers refuse more than 64 KiB of such requests together. */
const MAX_KEEPALIVE_BYTES = 30_000

/** A change that is on its way when the page is closed is sent nevertheless. */
function isKeptAlive(idempotencyKey: string | undefined, body: unknown): boolean {
  return idempotencyKey !== undefined && new TextEncoder().encode(JSON.stringify(body)).length < MAX_KEEPALIVE_BYTES
}

function toAdminError(error: CallError): AdminCallError {
  if (error.kind === 'status') return toError(error.status, error.body)
  if (error.kind === 'parse') {
    console.error(error)
    return new AdminCallError(NOT_UNDERSTOOD, error.status)
  }
  reportUnreachable()
  return new AdminCallError(UNREACHABLE_MESSAGE, 0)
}

function toError(status: number, json: unknown): AdminCallError {
  const parsed = errorBody.safeParse(json)
  // A proxy may respond for an unavailable shop, with a body of its own.
  if (!parsed.success)
    return new AdminCallError(`Something unexpected went wrong (${status}). Please try again.`, status)
  const { message, details = [] } = parsed.data
  const fields = Object.fromEntries(details.map(({ field, message }) => [field, message]))
  return new AdminCallError(message, status, fields, json)
}
