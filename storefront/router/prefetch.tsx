import { createContext, type ReactNode, useContext, useMemo } from 'react'

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
