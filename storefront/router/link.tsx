import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
} from 'react'
import type { To } from './route-path.ts'
import { locationNow, useNavigate } from './router.tsx'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** The browser resolves `?dialog=contact`, so a link is not rendered again when the location changes. */
  to: Extract<To, string>
  replace?: boolean
  state?: unknown
  /** The state of the navigation, from that of the current entry at the time of the click. */
  forwardState?: (state: unknown) => unknown
}

/** A link inside the shop. Clicks that open a new tab or download are left to the browser. */
export function Link({ to, replace, state, forwardState, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()

  function handleClick(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event)
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (event.defaultPrevented || !plain || (rest.target ?? '_self') !== '_self') return
    event.preventDefault()
    const nextState = forwardState ? forwardState(locationNow().state) : state
    navigate(to, { state: nextState, replace })
  }

  return <a {...rest} href={to} onClick={handleClick} />
}

/** A redirect: navigates as soon as it is rendered, instead of this history entry. */
export function Navigate({ to, state }: { to: To; state?: unknown }) {
  const navigate = useNavigate()
  const redirect = useEffectEvent(() => navigate(to, { replace: true, state }))
  useEffect(() => redirect(), [])
  return null
}

type Prefetch = (pathname: string, search: string) => Promise<unknown>

const PrefetchContext = createContext<Prefetch>(async () => {})

export function PrefetchProvider({ prefetch, children }: { prefetch: Prefetch; children: ReactNode }) {
  return <PrefetchContext value={prefetch}>{children}</PrefetchContext>
}

/** Handlers that prefetch a page's code and data on intent: pointer, touch or focus. */
export function usePrefetchHandlers(to: string, onIntent?: () => void) {
  const prefetch = useContext(PrefetchContext)
  return useMemo(() => {
    function handleIntent(): void {
      onIntent?.()
      const url = new URL(to, window.location.href)
      // A failed prefetch is ignored: the navigation retries and reports errors.
      if (url.origin === window.location.origin) prefetch(url.pathname, url.search).catch(() => {})
    }
    return { onPointerEnter: handleIntent, onTouchStart: handleIntent, onFocus: handleIntent }
  }, [prefetch, to, onIntent])
}

/** Returns to a page with a state: one step back where the entry before is that page, else instead of this entry. */
export function useReturnTo(): (to: To, options: { isBefore: boolean; state: unknown }) => void {
  const navigate = useNavigate()
  return (to, { isBefore, state }) => {
    const open = () => navigate(to, { replace: true, state })
    if (!isBefore) return open()
    if (state !== undefined) window.addEventListener('popstate', open, { once: true })
    navigate(-1)
  }
}
