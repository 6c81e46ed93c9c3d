import { AppError } from '../http/errors/app-error.ts'
import type { Limit, RateLimiter } from '../http/rate-limits/rate-limiter.ts'
import { normalizeEmail } from './normalize-email.ts'

/**
 * An address that nobody has confirmed may be a stranger's, whom an account in their name must not flood with mails. It
 * gets the confirmation, and a reset that was asked for, each once an hour, however often accounts are opened and closed.
 */
const PER_ADDRESS: Limit = { max: 1, minutes: 60 }

const MAILED =
  'A mail went to this address within the last hour. Please look for it there, or ask for another one later.'

/** Counts a mail with a confirmation; throws 429 when one went to the address within the hour. */
export async function countConfirmation(rateLimiter: RateLimiter, email: string): Promise<void> {
  try {
    await rateLimiter.count({ key: `confirmation to ${normalizeEmail(email)}`, limit: PER_ADDRESS })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('rate_limited', MAILED, null, error.retryAfter)
  }
}

/** Counts a mail to a new account; false when a confirmation went to the address within the hour. */
export function mayWelcome(rateLimiter: RateLimiter, email: string): Promise<boolean> {
  return isWithin(countConfirmation(rateLimiter, email))
}

/** Counts a reset; false when one went to the address within the hour. */
export function mayReset(rateLimiter: RateLimiter, email: string): Promise<boolean> {
  return isWithin(rateLimiter.count({ key: `reset to unconfirmed ${normalizeEmail(email)}`, limit: PER_ADDRESS }))
}

async function isWithin(counting: Promise<void>): Promise<boolean> {
  try {
    await counting
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}
