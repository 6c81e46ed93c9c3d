import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let state: 'unknown' | 'open' | 'expired' = 'unknown'

function set(next: typeof state): void {
  state = next
  for (const listener of listeners) listener()
}

/** Whether the session of this page has ended under its hands. */
export const sessionExpiry = {
  /** Told once somebody is signed in. */
  open: () => set('open'),
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
}

export function useIsSessionExpired(): boolean {
  return useSyncExternalStore(sessionExpiry.subscribe, sessionExpiry.isExpired)
}
