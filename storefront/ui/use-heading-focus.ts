import { useEffect, useRef } from 'react'
import { focusComingHeading } from './focus-heading.ts'

/** Focuses the page's heading when a page replaces its content, as `state` says, so that it is announced. */
export function useHeadingFocus(state: unknown): void {
  const before = useRef(state)
  useEffect(() => {
    if (before.current === state) return
    before.current = state
    return focusComingHeading()
  }, [state])
}
