import { asNumber, asRecord, asText } from '@shop/contract/http/coercion'
import {
  createContext,
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
import { expectReturn, NO_KEY, notePlace, storePlaces } from './places.ts'
import { buildPath, hrefOf, type Params, type To } from './route-path.ts'

/** The current location. `state` is that of the navigation; `key` identifies the history entry. */
export type Location = { pathname: string; search: string; hash: string; state: unknown; key: string }

type NavigateOptions = {
  /** Replaces the history entry; so does navigation to the current URL. */
  replace?: boolean | undefined
  state?: unknown
  /** Keeps the scroll position: for a filter, a dialog, a step of the quiz. */
  preventScrollReset?: boolean
}

/** Navigates to a URL of this shop, or by a number of history entries. */
export type NavigateFunction = (to: To | number, options?: NavigateOptions) => void

/** `isReturn`: by Back, Forward or a load, not by a link. `resetsScroll`: the new page starts at its top. */
export type Visit = { location: Location; isReturn: boolean; resetsScroll: boolean }

type Router = {
  navigate: NavigateFunction
  /** Called once the page is hydrated, or has failed to be. */
  onPageHydrated: () => void
}

const RouterContext = createContext<Router | null>(null)
const VisitContext = createContext<Visit | null>(null)
/** On its own, so the header is not rendered again when a filter changes. */
const PathnameContext = createContext('')
const PageContext = createContext<{ params: Params; path: string }>({ params: {}, path: '' })

type BrowserRouterProps = {
  normalize: (pathname: string) => string
  isLoaded: (pathname: string) => boolean
  /** Whether the current page cannot be replaced: navigation then loads a new document. */
  isStuck: () => boolean
  children: ReactNode
}

/**
 * Synchronizes URL and page. Each history entry has the navigation's state, a key, and a number by which `useBack`
 * knows whether the previous entry is a page of this shop.
 */
export function BrowserRouter({ normalize, isLoaded, isStuck, children }: BrowserRouterProps) {
  const [visit, setVisit] = useState<Visit>(() => visitNow(true, false))
  const shown = useRef(visit)
  useEffect(() => {
    shown.current = visit
    pageMotion.onShown()
  }, [visit])

  const isHydrated = useRef(false)
  const waiting = useRef<Visit | null>(null)
  const show = useCallback(
    (next: Visit) => {
      waiting.current = null
      const { pathname } = next.location
      if (pathname === shown.current.location.pathname) setVisit(next)
      // A page whose code is loaded is rendered at once. For another the old page stays until it is.
      else if (isHydrated.current) {
        pageMotion.onLeave()
        if (isLoaded(pathname)) setVisit(next)
        else startTransition(() => setVisit(next))
      }
      // Header and footer may be used before the page is hydrated. React would hydrate the server's page as the next one.
      else waiting.current = next
    },
    [isLoaded],
  )
  const onPageHydrated = useCallback(() => {
    isHydrated.current = true
    if (waiting.current !== null) show(waiting.current)
  }, [show])

  useEffect(() => {
    const handlePop = () => {
      // After a reload, or by Forward: what was open over the page is closed.
      if (isLayer() && !openLayers.has(locationNow().key)) return leaveLayer()
      isLeaving = false
      expectReturn(locationNow().key)
      if (isStuck()) window.location.reload()
      else show(visitNow(true, false))
    }
    if (isLayer()) leaveLayer()
    const handleScroll = () => notePlace(locationNow().key)
    window.addEventListener('popstate', handlePop)
    window.addEventListener('scroll', handleScroll, { passive: true })
    window.addEventListener('pagehide', storePlaces)
    return () => {
      window.removeEventListener('popstate', handlePop)
      window.removeEventListener('scroll', handleScroll)
      window.removeEventListener('pagehide', storePlaces)
    }
  }, [show, isStuck])

  const router = useMemo(() => {
    const navigate: NavigateFunction = (to, options = {}) => {
      if (typeof to === 'number') return window.history.go(to)
      if (isLeaving) return window.addEventListener('popstate', () => navigate(to, options), { once: true })
      const { origin, pathname: current } = window.location
      const { pathname, search, hash } = new URL(hrefOf(to, current), origin)
      const address = `${normalize(pathname)}${search}${hash}`
      const isHere = address === `${current}${window.location.search}`
      const { state, preventScrollReset = false } = options
      notePlace(locationNow().key)
      const replace = isLayer() || (options.replace ?? isHere)
      const number = entryNumber() ?? 0
      const isWritten = replace
        ? writeEntry('replaceState', entry(state, number, entryBefore()), address)
        : writeEntry('pushState', entry(state, number + 1, { key: locationNow().key, path: current }), address)
      // Loading the current URL again would not end where a page replaces its own entry.
      if (!isWritten && !isHere) return replace ? window.location.replace(address) : window.location.assign(address)
      if (isStuck()) return window.location.reload()
      show(visitNow(false, !preventScrollReset))
    }
    return { navigate, onPageHydrated }
  }, [show, normalize, isStuck, onPageHydrated])

  return (
    <RouterProvider router={router} visit={visit}>
      {children}
    </RouterProvider>
  )
}

function RouterProvider({ router, visit, children }: { router: Router; visit: Visit; children: ReactNode }) {
  return (
    <RouterContext value={router}>
      <PathnameContext value={visit.location.pathname}>
        <VisitContext value={visit}>{children}</VisitContext>
      </PathnameContext>
    </RouterContext>
  )
}

/**
 * Replaces the URL by its canonical form before anything reads it, since the server has rendered that one (R49). The
 * rest of the URL and the entry's state are unchanged.
 */
export function normalizeAddress(normalize: (pathname: string) => string): void {
  const { pathname, origin, search, hash } = window.location
  const path = normalize(pathname)
  if (path !== pathname) writeEntry('replaceState', window.history.state, `${origin}${path}${search}${hash}`)
}

/** Gives the history entry of a new document its number and key, before anything reads them. */
export function nameEntry(): void {
  if (entryNumber() === null) writeEntry('replaceState', { ...asRecord(window.history.state), idx: 0, key: newKey() })
}

/** A router with a fixed location, for server rendering. */
export function StaticRouter({ location, children }: { location: string; children: ReactNode }) {
  const { pathname, search } = new URL(location, 'http://shop')
  const visit: Visit = {
    location: { pathname, search, hash: '', state: null, key: NO_KEY },
    isReturn: true,
    resetsScroll: false,
  }
  return (
    <RouterProvider router={{ navigate: () => {}, onPageHydrated: () => {} }} visit={visit}>
      {children}
    </RouterProvider>
  )
}

export function PageProvider({ pattern, params, children }: { pattern: string; params: Params; children: ReactNode }) {
  usePageHydrated()
  return <PageContext value={{ params, path: buildPath(pattern, params) }}>{children}</PageContext>
}

/** For a page's replacement: from now on navigation may replace it. */
export function usePageHydrated(): void {
  const { onPageHydrated } = useRouter()
  useEffect(onPageHydrated, [onPageHydrated])
}

export function useLocation(): Location {
  return useVisit().location
}

export function usePathname(): string {
  return useContext(PathnameContext)
}

export function useNavigate(): NavigateFunction {
  return useRouter().navigate
}

/** Whether Back, Forward or a load led to this page, which is then scrolled to where one was. */
export function useIsReturn(): boolean {
  return useVisit().isReturn
}

/** The current navigation; a new object for each. */
export function useVisit(): Visit {
  return required(useContext(VisitContext))
}

export function useParams(): Params {
  return useContext(PageContext).params
}

/** The page's canonical path, ignoring letter case and extra slashes. */
export function usePagePath(): string {
  return useContext(PageContext).path
}

function useRouter(): Router {
  return required(useContext(RouterContext))
}

function required<T>(context: T | null): T {
  if (context === null) throw new Error('this needs a router above it')
  return context
}

function visitNow(isReturn: boolean, resetsScroll: boolean): Visit {
  return { location: locationNow(), isReturn, resetsScroll }
}

/** The current location, for use outside of rendering. */
export function locationNow(): Location {
  const { pathname, search, hash } = window.location
  const stored = asRecord(window.history.state)
  const key = typeof stored?.key === 'string' ? stored.key : NO_KEY
  return { pathname, search, hash, state: stored?.usr ?? null, key }
}

/** The number of the current history entry; `null` for a foreign one. */
export function entryNumber(): number | null {
  return asNumber(asRecord(window.history.state)?.idx)
}

type EntryBefore = { key: string | null; path: string | null }

/** The previous history entry, if it is a page of this shop that led here. */
export function entryBefore(): EntryBefore {
  const state = asRecord(window.history.state)
  return { key: asText(state?.before), path: asText(state?.beforePath) }
}

/** Makes the current history entry one that a page of this shop led to, with a state. */
export function startEntry(state: unknown, idx: number, pathBefore: string | null): void {
  writeEntry('replaceState', entry(state, idx, { key: null, path: pathBefore }))
}

/** Keys of the history entries of what is open over a page. */
const openLayers = new Set<string>()
/** Whether such an entry is being left; navigation waits for it. */
let isLeaving = false

function isLayer(): boolean {
  return asRecord(window.history.state)?.layer === true
}

function leaveLayer(): void {
  isLeaving = true
  window.history.back()
}

/**
 * For what covers a page while it is mounted, such as a picture on the full screen: Back calls `close`. Its history entry
 * is left when it closes otherwise, and a page that is opened from it replaces the entry.
 */
export function useBackCloses(close: () => void): void {
  const handleBack = useEffectEvent(close)
  useEffect(() => {
    const { key: before, pathname, state } = locationNow()
    const layer = entry(state, (entryNumber() ?? 0) + 1, { key: before, path: pathname })
    if (!writeEntry('pushState', { ...layer, layer: true })) return
    openLayers.add(layer.key)
    const handlePop = () => locationNow().key !== layer.key && handleBack()
    window.addEventListener('popstate', handlePop)
    return () => {
      window.removeEventListener('popstate', handlePop)
      openLayers.delete(layer.key)
      if (locationNow().key === layer.key) leaveLayer()
    }
  }, [])
}

/** Writes the current or a new history entry; `false` when the browser refused, as after too many in a short time. */
function writeEntry(method: 'pushState' | 'replaceState', state: unknown, address?: string): boolean {
  try {
    window.history[method](state, '', address)
    return true
  } catch {
    return false
  }
}

function entry(state: unknown, idx: number, { key: before, path: beforePath }: EntryBefore) {
  return { usr: state ?? null, key: newKey(), idx, before, beforePath }
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10)
}

/**
 * False in the first rendering of a page that a link led to, so what lies below the window need not be in its first
 * frame. Always true for the server's page, which is hydrated as it is, and for Back, which scrolls to where one was.
 */
export function useIsComplete(): boolean {
  const [isComplete, setIsComplete] = useState(useIsReturn())
  useEffect(() => startTransition(() => setIsComplete(true)), [])
  return isComplete
}

/** How one page becomes the next: at once, until code for a motion is loaded that replaces these. */
export const pageMotion = {
  /** Called when the address is that of another page, before that is rendered. */
  onLeave: (): void => {},
  /** Called when a page is on the screen, scrolled and focused. */
  onShown: (): void => {},
}
