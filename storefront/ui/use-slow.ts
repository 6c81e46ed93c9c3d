import { useEffect, useState } from 'react'

/** How long a shopper waits before being told that a call is still under way, in milliseconds (R50). */
const SLOW_AFTER_MS = 3000

/** Whether something that a shopper waits for has been under way for longer than that. */
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
