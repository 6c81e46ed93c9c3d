import type { PagePath } from '../visits/pages.ts'

/** The page with the field, which is also where its forms are sent: they work without JavaScript. */
export const TELL_ME_PATH = '/tell-me' satisfies PagePath

/** Days within which an address is confirmed, and the most days that a confirmed one waits; then it is deleted. */
export const CONFIRM_DAYS = 7
export const WAIT_DAYS = 365

/** The steps that replace the page's field; the server redirects to these after each form. */
export const TELL_ME_STEPS = ['malformed', 'sent', 'busy', 'confirm', 'confirmed', 'removed', 'invalid'] as const
export type TellMeStep = (typeof TELL_ME_STEPS)[number]

/** The address of the page about a product, or about orders for the empty id. */
export function tellMeAddress(productId: string, step: TellMeStep | null = null, token: string | null = null) {
  const search = new URLSearchParams()
  if (productId !== '') search.set('product', productId)
  if (step !== null) search.set('step', step)
  if (token !== null) search.set('token', token)
  return search.size === 0 ? TELL_ME_PATH : (`${TELL_ME_PATH}?${search}` as const)
}
