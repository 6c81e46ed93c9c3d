import { trackVisitEndpoint } from '@shop/contract/visits'
import { useEffect } from 'react'
import { useApi } from '../data/api.tsx'
import { useLocation } from '../router/router.tsx'

/** Counts each route change once, including the first page (R33). Failures are only logged. */
export function useVisitTracking(): void {
  const api = useApi()
  const { pathname } = useLocation()
  useEffect(() => {
    // Delayed, so that effects that run twice in development count once.
    const timer = setTimeout(() => {
      // A redirect has changed the path meanwhile and is not counted.
      if (window.location.pathname !== pathname) return
      api.call(trackVisitEndpoint, { body: { page: pathname } }, { keepalive: true }).catch((error: unknown) => {
        console.info('The visit could not be counted', error)
      })
    }, 50)
    return () => clearTimeout(timer)
  }, [api, pathname])
}
