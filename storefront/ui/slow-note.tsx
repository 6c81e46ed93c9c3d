import { type ReactNode, useEffect, useState } from 'react'

/** Says that something takes long (R50). Announced, since the live region exists before its text. */
export function SlowNote({ waiting, children }: { waiting: boolean; children: ReactNode }) {
  const slow = useSlow(waiting)
  return (
    <div role="status" className="text-sm text-ink-soft">
      {slow && <p className="py-2">{children}</p>}
    </div>
  )
}

/** Milliseconds after which a running call counts as slow (R50). */
const SLOW_AFTER_MS = 3000

/** Whether `waiting` has been true for longer than that. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return waiting && slow
}
