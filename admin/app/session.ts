import { adminSession } from '@shop/contract/access/session'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { setTimeZone } from '../ui/time.ts'
import { call } from './call.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const admin = await call(adminSession.getSession, {}, signal)
    sessionExpiry.open(admin.id)
    setTimeZone(admin.time_zone)
    return admin
  },
})

const listeners = new Set<() => void>()
let state: 'unknown' | 'open' | 'expired' = 'unknown'
let adminId: string | null = null

function set(next: typeof state): void {
  state = next
  for (const listener of listeners) listener()
}

export const sessionExpiry = {
  /**
   * Call it when a user has signed in. For another user than before the session stays expired: the page is reloaded,
   * and pending changes are not sent in that user's name.
   */
  open: (id: string) => {
    if (state === 'expired' && id !== adminId) return
    adminId = id
    set('open')
  },
  /** Call it when a call was rejected with 401; ignored before the first sign-in. */
  notice: () => {
    if (state === 'open') set('expired')
  },
  close: () => set('unknown'),
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  isExpired: () => state === 'expired',
  /** Resolves when the user has signed in again; rejects when they sign out instead. */
  reopened: () =>
    new Promise<void>((resolve, reject) => {
      const unsubscribe = sessionExpiry.subscribe(() => {
        unsubscribe()
        if (state === 'open') resolve()
        else reject(new Error('signed out'))
      })
    }),
}

export function useIsSessionExpired(): boolean {
  return useSyncExternalStore(sessionExpiry.subscribe, sessionExpiry.isExpired)
}

export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return async () => {
    sessionExpiry.close()
    await navigate('/sign-in', { replace: true })
    queryClient.clear()
  }
}
