import * as z from 'zod/mini'
import { asRecord, cutText } from './tolerance.ts'

/** Every refusal the backend knows, with its status (R4). */
export const ERROR_STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

/** The longest part of a server's message that is ever shown (R4), in characters. */
export const SHOWN_MESSAGE_LENGTH = 200

/** The body of every refusal (R4). `message` is fit to show to a shopper. */
export const errorBody = z.object({
  success: z.literal(false),
  error: z.string(),
  message: z.string(),
  details: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
})
export type ErrorBody = z.infer<typeof errorBody>

/** The text a server sent with a refusal: its `message`, else a string `error`, as text and at most 200 characters (R4). */
export function serverMessage(body: unknown): string | null {
  const record = asRecord(body)
  const text = [record?.message, record?.error].filter((part) => typeof part === 'string').find((part) => part.trim())
  return text === undefined ? null : cutText(text.trim(), SHOWN_MESSAGE_LENGTH)
}

/** Whether an answer tells of an error: an `error` field that is null, false, 0 or empty tells of none (R6). */
export function tellsError(body: unknown): boolean {
  return Boolean(asRecord(body)?.error)
}

/** Whether a 2xx answer says that nothing was done: `success` is false, or it tells of an error (R45). */
export function isRefusal(body: unknown): boolean {
  const success = asRecord(body)?.success
  return success === false || success === 'false' || success === 0 || tellsError(body)
}

/** Whether an answer says in so many words that it was done: `success` is true, "true" or 1 (R45). */
export function isSuccess(body: unknown): boolean {
  const success = asRecord(body)?.success
  return (success === true || success === 'true' || success === 1) && !tellsError(body)
}

/**
 * A call that did not end well. `network`: no answer came; `status`: a refusal, by an answer that is not 2xx or by
 * what a 2xx answer says (R45); `shape`: a 2xx answer that cannot be read.
 */
export class CallError extends Error {
  readonly kind: 'network' | 'status' | 'shape'
  /** The HTTP status, 0 when no answer came. */
  readonly status: number
  /** The server's own words, already cut to what may be shown; `null` when it sent none. */
  readonly shown: string | null
  /** Seconds to wait before another try (429), `null` when the server did not say. */
  readonly retryAfter: number | null

  constructor(
    kind: CallError['kind'],
    message: string,
    answer: { status: number; shown: string | null; retryAfter: number | null },
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'CallError'
    this.kind = kind
    this.status = answer.status
    this.shown = answer.shown
    this.retryAfter = answer.retryAfter
  }
}
