import type { ReactNode } from 'react'
import { useSlow } from './use-slow.ts'

/** Says that what a shopper waits for takes long (R50); read out, since its place is there before its words. */
export function SlowNote({ waiting, children }: { waiting: boolean; children: ReactNode }) {
  const slow = useSlow(waiting)
  return (
    <div role="status" className="text-sm text-ink-soft">
      {slow && <p className="py-2">{children}</p>}
    </div>
  )
}
