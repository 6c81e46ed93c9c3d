import type { Endpoint, RequestOf, ResultOf } from '@shop/contract/endpoint'
import { errorBody } from '@shop/contract/errors'
import { requestPath } from '@shop/contract/request-path'
import { reportUnreachable } from './connection.ts'

/** A call that was not done. `status` 0: no answer came, so nobody knows whether the shop heard it. */
export class AdminCallError extends Error {
  readonly status: number
  /** What the server says of single fields, by their names. */
  readonly fields: Readonly<Record<string, string>>
  /** The whole answer, for those who know more of it: with 409 the present state. */
  readonly body: unknown

  constructor(message: string, status: number, fields: Readonly<Record<string, string>> = {}, body: unknown = null) {
    super(message)
    this.name = 'AdminCallError'
    this.status = status
    this.fields = fields
    this.body = body
  }
}

export const UNREACHABLE = 'The shop cannot be reached. Please check your connection.'
const NOT_UNDERSTOOD = 'The shop gave an answer that this page does not understand. Please reload the page.'

export type LooseRequest = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/**
 * Calls the backend: the session travels as a cookie, errors come as `AdminCallError` with a text for the person.
 * `idempotencyKey`: what is sent again with the same key is done once.
 */
export async function call<E extends Endpoint>(
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
  // A proxy in front answers for a shop that is away, in words of its own.
  if (!parsed.success) return new AdminCallError(`That did not work (${status}). Please try again.`, status)
  const { message, details = [] } = parsed.data
  const fields = Object.fromEntries(details.map(({ field, message }) => [field, message]))
  return new AdminCallError(message, status, fields, json)
}
