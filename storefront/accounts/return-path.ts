import { asRecord, asText } from '@shop/contract/http/coercion'
import { canParseUrl } from '@shop/contract/http/older-browsers'
import { useReturnTo } from '../router/link.tsx'
import type { OwnAddress } from '../router/route-path.ts'
import { entryBefore, useLocation } from '../router/router.tsx'

/** Pages on the way to a sign-in; no one wants to return to them. */
const SIGN_IN_PATH = /^\/(?:login|forgot-password)\/*$/i
/** Any host will do; it only shows whether an address leaves the shop. */
const BASE_URL = 'http://shop.invalid'

/** The key of the history entry that the visitor came from; `null` when unknown. */
export function parseReturnKey(state: unknown): string | null {
  const from = asRecord(asRecord(state)?.from)
  return isSignIn(asText(from?.pathname) ?? '') ? parseReturnKey(from?.state) : asText(from?.key)
}

/**
 * The page that the visitor came from, taken from `{ from: location }` in the navigation state; only ever a path of
 * this shop, and never a page of the sign-in (R16). Home by default.
 */
export function parseReturnPath(state: unknown): OwnAddress | '/' {
  const from = asRecord(state)?.from
  const location = asRecord(from)
  const path = typeof from === 'string' ? from : joined(location)
  // 'Sign In' was clicked on the login screen itself: use where that one leads back to.
  if (location !== null && isSignIn(path.replace(/[?#].*/s, ''))) return parseReturnPath(location.state)
  return isOwnPath(path) ? path : '/'
}

function joined(location: Record<string, unknown> | null): string {
  const parts = [location?.pathname, location?.search, location?.hash]
  return parts.filter((part) => typeof part === 'string').join('')
}

/** A path on this shop's origin: one leading slash, no scheme, host, backslash or control character. */
function isOwnPath(path: string): path is OwnAddress {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these from addresses, which could hide a `//`
  if (!/^\/(?!\/)[^\\\u0000-\u001f\u007f]*$/.test(path) || !canParseUrl(path, BASE_URL)) return false
  const { origin, pathname } = new URL(path, BASE_URL)
  return origin === BASE_URL && !pathname.startsWith('//') && !isSignIn(pathname)
}

function isSignIn(pathname: string): boolean {
  return SIGN_IN_PATH.test(pathname)
}

/**
 * Returns to where the visitor came from, with a state for that page (R16). If that is the previous history entry it
 * goes back, so the page is not in the history twice (R43).
 */
export function useLeaveLogin(): (state?: unknown) => void {
  const returnTo = useReturnTo()
  const location = useLocation()

  return (state) => {
    const key = parseReturnKey(location.state)
    returnTo(parseReturnPath(location.state), { isBefore: key !== null && key === entryBefore().key, state })
  }
}
