import { type Call, type RequestOf, type ResultOf, requestPath } from '@shop/contract/call'
import { errorBody } from '@shop/contract/endpoint'
import { reportUnreachable } from './connection.tsx'

/** A failed call. With `status` 0 there was no response, so the change may or may not have been made. */
export class AdminCallError extends Error {
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  /** The whole body; with 409 it has the current state. */
  readonly body: unknown

  constructor(message: string, status: number, fields: Readonly<Record<string, string>> = {}, body: unknown = null) {
    super(message)
    this.name = 'AdminCallError'
    this.status = status
    this.fields = fields
    this.body = body
  }
}

export function fieldsOf(error: unknown): Readonly<Record<string, string>> {
  return error instanceof AdminCallError ? error.fields : {}
}

export const UNREACHABLE = 'The shop cannot be reached. Please check your connection.'
const NOT_UNDERSTOOD = 'The shop gave an answer that this page does not understand. Please reload the page.'

export type LooseRequest = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/**
 * Calls the backend with the session cookie; throws an `AdminCallError` with a text for the user. Requests with the
 * same `idempotencyKey` are executed once.
 */
export async function call<E extends Call>(
  endpoint: E,
  request: RequestOf<E> & LooseRequest,
  signal?: AbortSignal,
  idempotencyKey?: string,
): Promise<ResultOf<E>> {
  const { params = {}, query = {}, body } = request
  const response = await send(requestPath(endpoint.path, params, query), {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(endpoint.method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(endpoint.method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    ...(signal ? { signal } : {}),
    keepalive: isKeptAlive(idempotencyKey, body),
  })
  const json = await parseBody(response)
  if (!response.ok) throw toError(response.status, json)
  try {
    // `parse` belongs to the endpoint whose result type is returned here.
    return endpoint.parse(json) as ResultOf<E>
  } catch (cause) {
    console.error(`${endpoint.method} ${endpoint.path}`, cause)
    throw new AdminCallError(NOT_UNDERSTOOD, response.status)
  }
}

/** In bytes; browsers refuse more than 64 KiB of such requests together. */
const MAX_KEPT_ALIVE = 30_000

/** A change that is on its way when the page is closed is sent nevertheless. */
function isKeptAlive(idempotencyKey: string | undefined, body: unknown): boolean {
  return idempotencyKey !== undefined && new TextEncoder().encode(JSON.stringify(body ?? {})).length < MAX_KEPT_ALIVE
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    reportUnreachable()
    throw new AdminCallError(UNREACHABLE, 0)
  }
}

async function parseBody(response: Response): Promise<unknown> {
  return response.json().catch(() => null)
}

function toError(status: number, json: unknown): AdminCallError {
  const parsed = errorBody.safeParse(json)
  // A proxy may respond for an unavailable shop, with a body of its own.
  if (!parsed.success)
    return new AdminCallError(`The shop did not answer as expected (${status}). Please try again.`, status)
  const { message, details = [] } = parsed.data
  const fields = Object.fromEntries(details.map(({ field, message }) => [field, message]))
  return new AdminCallError(message, status, fields, json)
}
