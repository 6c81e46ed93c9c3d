import type { Trx } from '../platform/database/database.ts'
import type { Limit } from '../platform/http/rate-limits/rate-limiter.ts'
import { type AccountLink, insertLink } from './accounts.repository.ts'
import { createToken, hashToken } from './passwords/tokens.ts'

const LIFETIME_MINUTES = { 'reset-password': 30, 'confirm-address': 24 * 60 } as const satisfies Record<
  AccountLink['purpose'],
  number
>

const PAGE_PATHS = { 'reset-password': '/reset-password', 'confirm-address': '/confirm-address' } as const

/** For a link that is used, expired, incomplete, or someone else's. */
export const INVALID_LINK = 'This link no longer works. Please ask for a new one.'

/** Tokens can't be guessed; this keeps the log short. */
export const LINKS_PER_ADDRESS: Limit = { max: 50, minutes: 15 }

/** Stores a link and returns its address. The token is in the fragment: in no log and no Referer header. */
export async function createLink(
  trx: Trx,
  { customer_id, purpose }: Pick<AccountLink, 'customer_id' | 'purpose'>,
  { now, publicUrl }: { now: Date; publicUrl: string },
): Promise<string> {
  const token = createToken()
  const expires_at = new Date(now.getTime() + LIFETIME_MINUTES[purpose] * 60_000).toISOString()
  await insertLink(trx, { token_hash: hashToken(token), customer_id, purpose, expires_at, used_at: null }, now)
  return `${publicUrl}${PAGE_PATHS[purpose]}#token=${token}`
}
