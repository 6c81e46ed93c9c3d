import { asNumber, asRecord, asText } from '@shop/contract/http/coercion'
import { parseJson, readTabStored, removeTabStored } from './data/storage.ts'
import { LINK_STATE_KEY } from './inline/names.ts'
import { forwardedState } from './links/shop-link.tsx'
import { startEntry } from './router/router.tsx'

/**
 * Gives this document the navigation state of the link that led here, if that was followed before the application of the
 * earlier page was there: the guest flag, the page to return to after the sign-in (R16), what a dialog is prefilled with,
 * and that Back leads to a page of this shop (R43). A note that this document made is for the next one.
 */
export function adoptLinkState(): void {
  const noted = asRecord(readTabStored(LINK_STATE_KEY))
  if (noted === null || noted.document === performance.timeOrigin) return
  removeTabStored(LINK_STATE_KEY)
  if (window.history.state !== null || noted.path !== window.location.pathname) return
  const pathBefore = asText(asRecord(noted.from)?.pathname)
  startEntry(stateOfLink(noted, window.location.pathname), (asNumber(noted.idx) ?? 0) + 1, pathBefore)
}

/** The state that the link would have had inside the application. */
export function stateOfLink({ from, own, email }: Record<string, unknown>, path: string): unknown {
  const page = asRecord(from)
  const state = asRecord(page?.state)
  if (page?.pathname === path) return { ...state, ...asRecord(parseJson(asText(own))) }
  if (path === '/login') return { from: page }
  if (path === '/forgot-password') return { from: state?.from, email }
  return forwardedState(state) ?? null
}
