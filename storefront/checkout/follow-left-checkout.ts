import { useEffect } from 'react'
import { ownerOf } from '../accounts/personal-data.ts'
import { useVisitor } from '../accounts/session-store.ts'
import { useApi } from '../data/api.tsx'
import { ATTEMPT_KEY, readStored } from '../data/storage.ts'
import { usePathname } from '../router/router.tsx'

/**
 * Takes out of the cart what was ordered by shoppers who left the checkout while their payment was checked. The checkout
 * follows it itself. Each page starts anew, as looking ends after a minute; the code is loaded only where there is an attempt.
 */
export function FollowLeftCheckout(): null {
  const api = useApi()
  const visitor = useVisitor()
  const pathname = usePathname()
  const owner = ownerOf(visitor)
  const { restored } = visitor
  useEffect(() => {
    if (!restored || pathname === '/checkout' || readStored(ATTEMPT_KEY) === null) return
    const left = new AbortController()
    const follow = async () => {
      const { followLeftAttempt } = await import('./follow-left-attempt.ts')
      await followLeftAttempt({ api, owner, isLeft: () => left.signal.aborted })
    }
    follow().catch((error: unknown) => console.info('The payment could not be followed', error))
    return () => left.abort()
  }, [api, owner, restored, pathname])
  return null
}
