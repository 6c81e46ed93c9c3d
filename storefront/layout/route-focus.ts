import { useEffect, useRef } from 'react'
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

  useEffect(() => {
    const { pathname } = visit.location
    const moved = previous.current !== null && previous.current !== pathname
    previous.current = pathname
    if (visit.resetsScroll) window.scrollTo(0, 0)
    return moved || visit.resetsScroll ? focusComingHeading() : undefined
  }, [visit])
  return null
}
