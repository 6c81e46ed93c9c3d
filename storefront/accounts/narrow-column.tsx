import type { ReactNode } from 'react'

/** A page with one form. */
export function NarrowColumn({ children }: { children: ReactNode }) {
  return <div className="mx-auto min-h-[60vh] max-w-lg px-4 pt-8 sm:px-8 sm:pt-16">{children}</div>
}
