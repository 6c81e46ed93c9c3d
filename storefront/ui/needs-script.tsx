import type { ReactNode } from 'react'

/** What a page whose content lives in the browser says where JavaScript is off, in place of staying blank. */
export function NeedsScript({ children }: { children: ReactNode }) {
  return (
    <noscript>
      <p className="my-6 max-w-[60ch] border-l-2 border-clay pl-4">{children}</p>
    </noscript>
  )
}
