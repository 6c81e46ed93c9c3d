import { useEffect, useRef } from 'react'
import { useVisit } from '../router/router.tsx'

/**
 * After a move: to the top of the page, with focus on its heading, so that a screen reader reads where one is. Back and
 * Forward keep the place that the browser restores; what stays on the page (`preventScrollReset`) keeps place and focus.
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

/** Puts focus on the page's heading, where whatever had it is gone. */
function focusHeading(): void {
  const heading = findHeading() ?? findMain()
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/** Focuses the heading, also one that comes later with the page's data, unless the visitor has gone on by then. */
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
