import { asRecord, truncateText } from './coercion.ts'

/** Error codes (R4), each with its HTTP status unless a response has a more specific one. */
export const ERROR_STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  payment_declined: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  orders_paused: 409,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof ERROR_STATUS

export const SHOWN_MESSAGE_LENGTH = 200

/** The text of an error response: its `message`, else a string `error` (R4). */
export function serverMessage(body: unknown): string | null {
  const record = asRecord(body)
  return shownText(record?.message) ?? shownText(record?.error)
}

/** The shown part of a server's text; `null` for a code such as `bad_creds`, which has no blank. */
export function shownText(text: unknown): string | null {
  const shown = typeof text === 'string' ? text.trim() : ''
  return /\s/.test(shown) ? truncateText(shown, SHOWN_MESSAGE_LENGTH) : null
}

/** Whether a body has an `error`; null, false, 0 and empty are none (R6). */
export function hasError(body: unknown): boolean {
  return Boolean(asRecord(body)?.error)
}

/** Whether a 2xx body is an error: `success` is false, or it has an error (R45). */
export function isErrorBody(body: unknown): boolean {
  const success = asRecord(body)?.success
  return success === false || success === 'false' || success === 0 || hasError(body)
}

/** Whether `success` is true, "true" or 1 (R45). */
export function isSuccessBody(body: unknown): boolean {
  const success = asRecord(body)?.success
  return (success === true || success === 'true' || success === 1) && !hasError(body)
}

/** `network`: no response; `status`: an error, by status or by the body of a 2xx (R45); `parse`: a malformed 2xx. */
export class CallError extends Error {
  readonly kind: 'network' | 'status' | 'parse'
  readonly status: number
  readonly serverMessage: string | null
  /** Seconds until a retry (429), `null` when unknown. */
  readonly retryAfter: number | null
  readonly body: unknown

  constructor(
    kind: CallError['kind'],
    message: string,
    response: { status: number; serverMessage: string | null; retryAfter: number | null; body?: unknown },
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'CallError'
    this.kind = kind
    this.status = response.status
    this.serverMessage = response.serverMessage
    this.retryAfter = response.retryAfter
    this.body = response.body
  }
}
