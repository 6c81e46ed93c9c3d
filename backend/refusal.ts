import type { ErrorCode } from '@shop/contract/errors'

export type RefusalDetail = { field: string; message: string }

/**
 * An expected "no": thrown anywhere below a route and answered with its code's status (R4).
 * `message` is shown to shoppers, so it never holds more than they should read.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: readonly RefusalDetail[] | null
  /** Seconds after which another try makes sense, `null` when nobody knows. */
  readonly retryAfter: number | null

  constructor(
    code: ErrorCode,
    message: string,
    details: readonly RefusalDetail[] | null = null,
    retryAfter: number | null = null,
  ) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }
}
