import { asRecord } from '@shop/contract/http/coercion'
import { type ComponentProps, useCallback } from 'react'
import { Link, usePrefetchHandlers } from '../router/link.tsx'
import type { Path } from '../router/route-path.ts'
import { entryNumber, locationNow, useNavigate } from '../router/router.tsx'
import { buttonClass } from '../ui/button.tsx'

type ShopLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & {
  to: Path | `${Path}?${string}`
  /** Called on the first intent, together with the prefetch. */
  onIntent?: () => void
}

/** A link inside the shop that prefetches on intent and forwards the guest flag (R16). */
export function ShopLink({ to, onIntent, ...rest }: ShopLinkProps) {
  return <Link to={to} forwardState={forwardedState} {...usePrefetchHandlers(to, onIntent)} {...rest} />
}

type ButtonLinkProps = ShopLinkProps & { variant?: Parameters<typeof buttonClass>[0] }

export function ButtonLink({ variant, className = '', ...rest }: ButtonLinkProps) {
  return <ShopLink {...rest} className={`${buttonClass(variant)} ${className}`} />
}

/** The navigation state of 'Continue as Guest' (R16). */
export const GUEST_STATE = { guest: true } as const

export function isGuest(state: unknown): boolean {
  return asRecord(state)?.guest === true
}

/** The navigation state of our own links, so the guest flag is not lost (R16). */
export function forwardedState(state: unknown): typeof GUEST_STATE | undefined {
  return isGuest(state) ? GUEST_STATE : undefined
}

/** Goes to the previous page if it is in the shop, else to the fallback (R43), where a guest stays one. */
export function useBack(fallback: Path): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    // The router numbers its entries; above 0 the previous one is a page of this shop.
    if ((entryNumber() ?? 0) > 0) navigate(-1)
    else navigate(fallback, { replace: true, state: forwardedState(locationNow().state) })
  }, [fallback, navigate])
}
