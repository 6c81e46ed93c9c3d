import { useEffect, useState } from 'react'

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
