import { CallError } from '@shop/contract/errors'

const UNREACHABLE = 'The shop could not be reached. Check your connection, then try again.'
/** Another backend may not have the calls of an account, which are our additions. */
const NOT_OFFERED = 'This cannot be done here at present. Please write to us instead.'

/** The message for a failed call of an account: the server's where it is meant for the customer. */
export function accountFailure(error: unknown): string {
  if (!(error instanceof CallError) || error.kind === 'parse') return NOT_OFFERED
  const { kind, status, serverMessage } = error
  if (kind === 'network' || status >= 500) return UNREACHABLE
  if (status === 404 || status === 405) return NOT_OFFERED
  return serverMessage ?? NOT_OFFERED
}

/** Whether a call failed since its session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

/** Whether a mailed link is used, expired or unknown. */
export function isInvalidLink(error: unknown): boolean {
  return error instanceof CallError && error.status === 409
}
