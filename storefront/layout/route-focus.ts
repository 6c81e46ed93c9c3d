import { useEffect, useLayoutEffect, useRef } from 'react'
import { useVisit } from '../router/router.tsx'
import { focusComingHeading } from '../ui/focus-heading.ts'

/**
 * After navigation: scrolls to the top and focuses the heading, so that screen readers announce the page. Back and
 * Forward restore the scroll position; navigation within a page (`preventScrollReset`) keeps position and focus.
 * A component of its own, so that navigation does not render the layout again.
 */
export function RouteFocus(): null {
  const visit = useVisit()
  const previous = useRef<string | null>(null)

  // Before the first paint: a page that is still loading is shorter, and its end would be shown first.
  useLayoutEffect(() => {
    if (visit.resetsScroll) window.scrollTo(0, 0)
  }, [visit])

  useEffect(() => {
    const { pathname } = visit.location
    const moved = previous.current !== null && previous.current !== pathname
    previous.current = pathname
    return moved || visit.resetsScroll ? focusComingHeading() : undefined
  }, [visit])
  return null
}
