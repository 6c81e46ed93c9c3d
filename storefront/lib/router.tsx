import { asNumber, asRecord, asText } from '@shop/contract/tolerance'
import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { hrefOf, type Params, pathOf, type To } from './route-path.ts'

/** Where the visitor is. `state` is what the navigation carried; `key` is the history entry's own name. */
export type Location = { pathname: string; search: string; hash: string; state: unknown; key: string }

/** How the visitor got here: by Back, Forward or a load; by a link; by a redirect. */
export const NavigationType = { Pop: 'POP', Push: 'PUSH', Replace: 'REPLACE' } as const
export type NavigationType = (typeof NavigationType)[keyof typeof NavigationType]

type NavigateOptions = { replace?: boolean; state?: unknown }

/** Goes to an address of this shop, or so many entries forward or back. */
export type NavigateFunction = (to: To | number, options?: NavigateOptions) => void

type Visit = { location: Location; type: NavigationType }
type Router = Visit & { navigate: NavigateFunction }

const RouterContext = createContext<Router | null>(null)
const PageContext = createContext<{ params: Params; path: string }>({ params: {}, path: '' })

/**
 * Keeps the address and the page in step. Each entry of the history holds the navigation's state, a key, and a number
 * by which `useBack` knows whether the entry before is a page of this shop.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [visit, setVisit] = useState<Visit>(() => visitNow(NavigationType.Pop))

  useEffect(() => {
    if (entryNumber() === null) window.history.replaceState({ ...asRecord(window.history.state), idx: 0 }, '')
    // As a transition the old page stays until the code of the new one is there.
    const handlePop = () => startTransition(() => setVisit(visitNow(NavigationType.Pop)))
    window.addEventListener('popstate', handlePop)
    return () => window.removeEventListener('popstate', handlePop)
  }, [])

  const router = useMemo(() => {
    const navigate: NavigateFunction = (to, { replace = false, state } = {}) => {
      if (typeof to === 'number') return window.history.go(to)
      const address = hrefOf(to, window.location.pathname)
      const number = entryNumber() ?? 0
      if (replace) window.history.replaceState(entry(state, number, keyBefore()), '', address)
      else window.history.pushState(entry(state, number + 1, locationNow().key), '', address)
      startTransition(() => setVisit(visitNow(replace ? NavigationType.Replace : NavigationType.Push)))
    }
    return { ...visit, navigate }
  }, [visit])

  return <RouterContext value={router}>{children}</RouterContext>
}

/** Stands at one address, for rendering on the server. */
export function StaticRouter({ location, children }: { location: string; children: ReactNode }) {
  const { pathname, search } = new URL(location, 'http://shop')
  const router: Router = {
    location: { pathname, search, hash: '', state: null, key: 'default' },
    type: NavigationType.Pop,
    navigate: () => {},
  }
  return <RouterContext value={router}>{children}</RouterContext>
}

/** Tells a page its route's pattern and parameters. */
export function PageProvider({ pattern, params, children }: { pattern: string; params: Params; children: ReactNode }) {
  return <PageContext value={{ params, path: pathOf(pattern, params) }}>{children}</PageContext>
}

export function useLocation(): Location {
  return useRouter().location
}

export function useNavigate(): NavigateFunction {
  return useRouter().navigate
}

export function useNavigationType(): NavigationType {
  return useRouter().type
}

/** The parameters of the page's path. */
export function useParams(): Params {
  return useContext(PageContext).params
}

/** The page's own path, however the address was typed: letter case and more slashes make no other page. */
export function usePagePath(): string {
  return useContext(PageContext).path
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: To; replace?: boolean; state?: unknown }

/** A link inside the shop. Clicks that ask the browser for a new tab or a download are left to it. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const { location, navigate } = useRouter()
  const href = hrefOf(to, location.pathname)

  function handleClick(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event)
    const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (event.defaultPrevented || !plain || (rest.target ?? '_self') !== '_self') return
    event.preventDefault()
    // A link to where one is already adds no step to Back.
    navigate(href, { replace: replace ?? href === `${location.pathname}${location.search}`, state })
  }

  return <a {...rest} href={href} onClick={handleClick} />
}

/** A redirect: goes on as soon as it is drawn. */
export function Navigate({ to, replace = false, state }: { to: To; replace?: boolean; state?: unknown }) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, whatever is drawn again on the way
  useEffect(() => navigate(to, { replace, state }), [])
  return null
}

function useRouter(): Router {
  const router = useContext(RouterContext)
  if (router === null) throw new Error('this needs a router above it')
  return router
}

function visitNow(type: NavigationType): Visit {
  return { location: locationNow(), type }
}

/** Where the browser is, for what happens later than the drawing it was asked from. */
export function locationNow(): Location {
  const { pathname, search, hash } = window.location
  const stored = asRecord(window.history.state)
  const key = typeof stored?.key === 'string' ? stored.key : 'default'
  return { pathname, search, hash, state: stored?.usr ?? null, key }
}

/** The number of the history entry one is on; `null` for one that is not ours. */
export function entryNumber(): number | null {
  return asNumber(asRecord(window.history.state)?.idx)
}

/** The key of the history entry before, where that is a page of this shop that led here. */
export function keyBefore(): string | null {
  return asText(asRecord(window.history.state)?.before)
}

function entry(state: unknown, idx: number, before: string | null) {
  return { usr: state ?? null, key: Math.random().toString(36).slice(2, 10), idx, before }
}
