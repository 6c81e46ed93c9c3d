import { ERROR_STATUS, type ErrorCode } from '@shop/contract/http/errors'

export type ErrorDetail = { field: string; message: string }

export const ERROR_MESSAGES: Record<ErrorCode, string> = {
  invalid_request: 'Something in this request is not valid. Please check it and try again.',
  unauthorized: 'Please sign in first.',
  payment_declined: 'The bank declined this card. Nothing was charged. Please try another card.',
  forbidden: 'You do not have access to this.',
  not_found: 'There is nothing at this address.',
  conflict: 'This can’t be done right now. Please reload the page and try again.',
  orders_paused:
    'We are not processing online orders yet. For Wholesale or Retail Inquiries, please reach out to us via our Contact Us page or email. Thank you for visiting us.',
  too_large: 'This is too large to send.',
  unsupported_media_type: 'Please send this as JSON.',
  range_not_satisfiable: 'The file does not have the requested part.',
  rate_limited: 'Too many requests. Please wait a moment and try again.',
  internal: 'Something went wrong on our side. Please try again.',
  unavailable: 'The shop is not available right now. Please try again in a moment.',
}

/** An expected error, thrown below a route, sent with its code and status (R4). Shoppers see `message`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[] | null
  /** `null` when unknown. */
  readonly retryAfter: number | null

  constructor(
    code: ErrorCode,
    message: string = ERROR_MESSAGES[code],
    details: readonly ErrorDetail[] | null = null,
    retryAfter: number | null = null,
  ) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.details = details
    this.retryAfter = retryAfter
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** The queue is too long; a retry in a moment makes sense. */
export class OverloadedError extends Error {
  constructor(work: string) {
    super(`overloaded: ${work}`)
    this.name = 'OverloadedError'
  }
}

/** A failure explained to the operator; its message may be logged, since no visitor caused it. */
export class OwnerError extends Error {}

/** `errors` are by field. */
export function invalidFields(errors: readonly { field: string; message: string }[]): AppError {
  const fields = errors.map(({ field, message }) => ({ field, message }))
  return new AppError('invalid_request', 'Nothing was saved. Please check the marked fields.', fields)
}
