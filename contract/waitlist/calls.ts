import type { PagePath } from '../visits/pages.ts'

/** The page with the form, which posts to it: it works without JavaScript. */
export const TELL_ME_PATH = '/tell-me' satisfies PagePath

/** Days to confirm an address, and the most that a confirmed one waits; then it is deleted. */
export const CONFIRM_DAYS = 7
export const WAIT_DAYS = 365

/** The results that replace the form; the server redirects to these. */
export const TELL_ME_STEPS = ['malformed', 'sent', 'busy', 'confirm', 'confirmed', 'removed', 'invalid'] as const
export type TellMeStep = (typeof TELL_ME_STEPS)[number]

/** The page about a product, or about orders for the empty id. */
export function tellMeAddress(productId: string, step: TellMeStep | null = null, token: string | null = null) {
  const search = new URLSearchParams()
  if (productId !== '') search.set('product', productId)
  if (step !== null) search.set('step', step)
  if (token !== null) search.set('token', token)
  return search.size === 0 ? TELL_ME_PATH : (`${TELL_ME_PATH}?${search}` as const)
}
