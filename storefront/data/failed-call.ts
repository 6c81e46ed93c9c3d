import type { CallError } from '@shop/contract/http/errors'

const UNREACHABLE_MESSAGE = 'We couldn’t reach the shop. Check your connection and try again.'
const SHOP_PROBLEM = 'The shop had a problem. Wait a moment, then try again.'

/**
 * Why a call got no answer, and what to do. What a backend says of an error of its own is not for shoppers. `null` where
 * the shop answered, even if it refused.
 */
export function failedCall({ kind, status }: CallError): string | null {
  if (kind === 'network') return UNREACHABLE_MESSAGE
  return kind === 'status' && status >= 500 ? SHOP_PROBLEM : null
}
