import { useSyncExternalStore } from 'react'

/** False on the server and while the page hydrates, where it must be the same for everyone; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(subscribe, inBrowser, onServer)
}

const subscribe = () => () => {}
const inBrowser = () => true
const onServer = () => false
