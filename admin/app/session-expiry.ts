import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let state: 'unknown' | 'open' | 'expired' = 'unknown'
let adminId: string | null = null

function set(next: typeof state): void {
  state = next
  for (const listener of listeners) listener()
}

/** Whether the session of this page has ended under its hands. */
export const sessionExpiry = {
  /**
   * Somebody is signed in. It stays expired for somebody else than before: their page is loaded anew, and what waits
   * here is not sent in their name.
   */
  open: (id: string) => {
    if (state === 'expired' && id !== adminId) return
    adminId = id
    set('open')
  },
  /** Told when a call was refused for want of a session; before anybody has signed in that is no news. */
  notice: () => {
    if (state === 'open') set('expired')
  },
  /** Told when somebody has signed out on purpose. */
  close: () => set('unknown'),
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  isExpired: () => state === 'expired',
  /** Resolves once somebody has signed in again over the page; rejects when they sign out instead. */
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
