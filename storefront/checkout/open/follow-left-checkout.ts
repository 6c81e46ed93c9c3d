import { useEffect } from 'react'
import { useVisitor } from '../../accounts/session-store.ts'
import { useApi } from '../../data/api.tsx'
import { ATTEMPT_KEY, readStored } from '../../data/storage.ts'
import { usePathname } from '../../router/router.tsx'

/**
 * Takes out of the cart what was ordered by shoppers who left the checkout while their payment was checked. The code is
 * loaded only where there is an attempt; every page has this much of it.
 */
export function FollowLeftCheckout(): null {
  const api = useApi()
  const visitor = useVisitor()
  const pathname = usePathname()
  useEffect(() => {
    if (readStored(ATTEMPT_KEY) === null) return
    let isLeft = false
    import('./follow-left-attempt.ts')
      .then((code) => code.followLeftAttempt({ api, visitor, pathname, isLeft: () => isLeft }))
      .catch(console.info)
    return () => {
      isLeft = true
    }
  }, [api, visitor, pathname])
  return null
}
