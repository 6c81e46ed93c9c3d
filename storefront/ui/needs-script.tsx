import type { ReactNode } from 'react'

/** Shown without JavaScript on pages whose content is in the browser. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="my-6 max-w-[60ch] border-l-2 border-clay pl-4">{children}</p>
    </noscript>
  )
}
