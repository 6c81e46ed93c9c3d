import { trackVisitEndpoint } from '@shop/contract/visits'
import { useEffect } from 'react'
import { useApi } from '../data/api.tsx'
import { useLocation } from '../router/router.tsx'

/** Counts each route change once, the first included (R33). A failure is only logged. */
export function useVisitTracking(): void {
  const api = useApi()
  const { pathname } = useLocation()
  useEffect(() => {
    // Waits a beat: an effect run twice while developing is no visit of its own.
    const timer = setTimeout(() => {
      // Nor is a redirect, whose address is another at once, however long its page takes.
      if (window.location.pathname !== pathname) return
      api.call(trackVisitEndpoint, { body: { page: pathname } }, { keepalive: true }).catch((error: unknown) => {
        console.info('The visit could not be counted', error)
      })
    }, 50)
    return () => clearTimeout(timer)
  }, [api, pathname])
}
