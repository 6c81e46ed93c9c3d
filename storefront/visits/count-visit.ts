import { visitCalls } from '@shop/contract/visits/calls'
import { useEffect } from 'react'
import { useVisitor } from '../accounts/session-store.ts'
import { useApi } from '../data/api.tsx'
import { usePathname } from '../router/router.tsx'

/** The last counted page: rendering it again after an error is no further visit. */
let lastCounted: string | null = null

/**
 * Counts each route change once, including the first page (R33). Failures are only logged. Stands behind the page: a
 * page that redirects has then changed the path already, and is not counted. Redirects need the visitor (R16).
 */
export function CountVisit(): null {
  const api = useApi()
  const { restored } = useVisitor()
  const pathname = usePathname()
  useEffect(() => {
    if (!restored || window.location.pathname !== pathname) return
    const count = () => {
      removeEventListener('pagehide', count)
      if (lastCounted === pathname) return
      lastCounted = pathname
      api.call(visitCalls.trackVisit, { body: { page: pathname } }, { keepalive: true }).catch((error: unknown) => {
        console.info('The visit could not be counted', error)
      })
    }
    addEventListener('pagehide', count)
    // After the page's first frame, which it would delay. A hidden tab has none, and a page may be left before it.
    if (document.hidden) count()
    else requestAnimationFrame(() => setTimeout(count))
  }, [api, restored, pathname])
  return null
}
