import { type ReactNode, useSyncExternalStore } from 'react'

/** False on the server and during hydration, true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(subscribe, inBrowser, onServer)
}

const subscribe = () => () => {}
const inBrowser = () => true
const onServer = () => false

/** Shown without JavaScript on pages whose content is in the browser. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="my-6 max-w-[60ch] border-l-2 border-clay pl-4">{children}</p>
    </noscript>
  )
}
