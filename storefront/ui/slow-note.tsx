import type { ReactNode } from 'react'
import { useSlow } from './use-slow.ts'

/** Says that something takes long (R50). Announced, since the live region exists before its text. */
export function SlowNote({ waiting, children }: { waiting: boolean; children: ReactNode }) {
  const slow = useSlow(waiting)
  return (
    <div role="status" className="text-sm text-ink-soft">
      {slow && <p className="py-2">{children}</p>}
    </div>
  )
}
