import { asNumber, asRecord, asText } from '@shop/contract/coercion'
import {
  type AnchorHTMLAttributes,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { buildPath, hrefOf, type Params, type To } from './route-path.ts'

/** Where the visitor is. `state` is what the navigation carried; `key` is the history entry's own name. */
export type Location = { pathname: string; search: string; hash: string; state: unknown; key: string }

/** How the visitor got here: by Back, Forward or a load; by a link; by a redirect. */
export const NavigationType = { Pop: 'POP', Push: 'PUSH', Replace: 'REPLACE' } as const
export type NavigationType = (typeof NavigationType)[keyof typeof NavigationType]

type NavigateOptions = {
  /** Takes the place of the present entry of the history; so does a move to where one is already. */
  replace?: boolean
  state?: unknown
  /** The visitor stays where they are on the page: a filter, a dialog, a step of the quiz. */
  preventScrollReset?: boolean
}

/** Goes to an address of this shop, or so many entries forward or back. */
export type NavigateFunction = (to: To | number, options?: NavigateOptions) => void

/** `resetsScroll`: the visitor is to start at the top of what the address shows. */
export type Visit = { location: Location; type: NavigationType; resetsScroll: boolean }
type Router = Visit & {
  navigate: NavigateFunction
  /** Told once the page on the screen is hydrated, or has failed to be. */
  onPageHydrated: () => void
}

const RouterContext = createContext<Router | null>(null)
const PageContext = createContext<{ params: Params; path: string }>({ params: {}, path: '' })

type BrowserRouterProps = {
  /** The one path of a page, however it is written (R49). */
  normalize: (pathname: string) => string
  /** True while the page on the screen cannot be replaced: moving on then loads a new document. */
  isStuck: () => boolean
  children: ReactNode
}

/**
 * Keeps the address and the page in step. Each entry of the history holds the navigation's state, a key, and a number
 * by which `useBack` knows whether the entry before is a page of this shop.
 */
export function BrowserRouter({ normalize, isStuck, children }: BrowserRouterProps) {
  const [visit, setVisit] = useState<Visit>(() => visitNow(NavigationType.Pop, false))
  const shown = useRef(visit)
  useEffect(() => {
    shown.current = visit
  }, [visit])

  const isHydrated = useRef(false)
  const waiting = useRef<Visit | null>(null)
  const show = useCallback((next: Visit) => {
    waiting.current = null
    // On the same page its controls answer at once. To another page it is a transition: the old page stays until the
    // code of the new one is there.
    if (next.location.pathname === shown.current.location.pathname) setVisit(next)
    else if (isHydrated.current) startTransition(() => setVisit(next))
    // Header and footer answer before the page does. React would hydrate the server's page as if it were the next one.
    else waiting.current = next
  }, [])
  const onPageHydrated = useCallback(() => {
    isHydrated.current = true
    if (waiting.current !== null) show(waiting.current)
  }, [show])

  useEffect(() => {
    if (entryNumber() === null) window.history.replaceState({ ...asRecord(window.history.state), idx: 0 }, '')
    const handlePop = () => (isStuck() ? window.location.reload() : show(visitNow(NavigationType.Pop, false)))
    window.addEventListener('popstate', handlePop)
    return () => window.removeEventListener('popstate', handlePop)
  }, [show, isStuck])

  const router = useMemo(() => {
    const navigate: NavigateFunction = (to, options = {}) => {
      if (typeof to === 'number') return window.history.go(to)
      const address = normalized(hrefOf(to, window.location.pathname), normalize)
      const { replace = isHere(address), state, preventScrollReset = false } = options
      const number = entryNumber() ?? 0
      if (replace) window.history.replaceState(entry(state, number, keyBefore()), '', address)
      else window.history.pushState(entry(state, number + 1, locationNow().key), '', address)
      if (isStuck()) return window.location.reload()
      show(visitNow(replace ? NavigationType.Replace : NavigationType.Push, !preventScrollReset))
    }
    return { ...visit, navigate, onPageHydrated }
  }, [visit, show, normalize, isStuck, onPageHydrated])

  return <RouterContext value={router}>{children}</RouterContext>
}

/**
 * Gives the page its one address before anything reads it: the server has rendered that one, however the path was
 * typed (R49). The rest of the address and the entry's state stay.
 */
export function normalizeAddress(normalize: (pathname: string) => string): void {
  const { pathname, origin, search, hash } = window.location
  const path = normalize(pathname)
  if (path !== pathname) window.history.replaceState(window.history.state, '', `${origin}${path}${search}${hash}`)
}

/** Stands at one address, for rendering on the server. */
export function StaticRouter({ location, children }: { location: string; children: ReactNode }) {
  const { pathname, search } = new URL(location, 'http://shop')
  const router: Router = {
    location: { pathname, search, hash: '', state: null, key: 'default' },
    type: NavigationType.Pop,
    resetsScroll: false,
    navigate: () => {},
    onPageHydrated: () => {},
  }
  return <RouterContext value={router}>{children}</RouterContext>
}

/** Tells a page its route's pattern and parameters. */
export function PageProvider({ pattern, params, children }: { pattern: string; params: Params; children: ReactNode }) {
  usePageHydrated()
  return <PageContext value={{ params, path: buildPath(pattern, params) }}>{children}</PageContext>
}

/** For what stands in the page's place: from here on a navigation may replace it. */
export function usePageHydrated(): void {
  const { onPageHydrated } = useRouter()
  useEffect(onPageHydrated, [onPageHydrated])
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

/** The navigation that led here; a new object for each. */
export function useVisit(): Visit {
  const { location, type, resetsScroll } = useRouter()
  return useMemo(() => ({ location, type, resetsScroll }), [location, type, resetsScroll])
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
    navigate(to, { state, ...(replace === undefined ? {} : { replace }) })
  }

  return <a {...rest} href={href} onClick={handleClick} />
}

/** A redirect: goes on as soon as it is drawn. */
export function Navigate({ to, replace = false, state }: { to: To; replace?: boolean; state?: unknown }) {
  const navigate = useNavigate()
  const redirect = useEffectEvent(() => navigate(to, { replace, state }))
  useEffect(() => redirect(), [])
  return null
}

function useRouter(): Router {
  const router = useContext(RouterContext)
  if (router === null) throw new Error('this needs a router above it')
  return router
}

function visitNow(type: NavigationType, resetsScroll: boolean): Visit {
  return { location: locationNow(), type, resetsScroll }
}

function normalized(address: string, normalize: (pathname: string) => string): string {
  const { pathname, search, hash } = new URL(address, window.location.origin)
  return `${normalize(pathname)}${search}${hash}`
}

function isHere(address: string): boolean {
  const { pathname, search } = window.location
  return address === `${pathname}${search}`
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
