import { startTransition, useEffect, useState } from 'react'
import { NavigationType, useNavigationType } from './router.tsx'

/**
 * False in the first rendering of a page that a link led to, so that what lies below the window need not be in its first
 * frame. Always true for the server's page, which is hydrated as it is, and for Back, which scrolls to where one was.
 */
export function useIsComplete(): boolean {
  const [isComplete, setIsComplete] = useState(useNavigationType() === NavigationType.Pop)
  useEffect(() => startTransition(() => setIsComplete(true)), [])
  return isComplete
}
