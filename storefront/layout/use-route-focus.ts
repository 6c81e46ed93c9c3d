import { useEffect, useRef } from 'react'
import { useVisit } from '../router/router.tsx'

/**
 * After navigation: scrolls to the top and focuses the heading, so that screen readers announce the page. Back and
 * Forward restore the scroll position; navigation within a page (`preventScrollReset`) keeps position and focus.
 */
export function useRouteFocus(): void {
  const visit = useVisit()
  const previous = useRef<string | null>(null)

  useEffect(() => {
    const { pathname } = visit.location
    const moved = previous.current !== null && previous.current !== pathname
    previous.current = pathname
    if (visit.resetsScroll) window.scrollTo(0, 0)
    return moved || visit.resetsScroll ? focusComingHeading() : undefined
  }, [visit])
}

/** Focuses the page's heading when the focused element was removed. */
function focusHeading(): void {
  const heading = findHeading() ?? findMain()
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/**
 * Focuses the heading, even if it is rendered later with the page's data, unless the visitor has moved the focus by
 * then.
 */
export function focusComingHeading(): () => void {
  focusHeading()
  const main = findMain()
  const observer = new MutationObserver(() => {
    if (findHeading() === null) return
    observer.disconnect()
    if (document.activeElement === main || document.activeElement === document.body) focusHeading()
  })
  if (main !== null && findHeading() === null) observer.observe(main, { childList: true, subtree: true })
  return () => observer.disconnect()
}

function findMain(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main')
}

function findHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1')
}
