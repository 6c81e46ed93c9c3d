import { useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from '../lib/router.tsx'

/**
 * After a move to another page: to its top, with focus on its heading, so that a screen reader reads where one is.
 * Back and Forward keep the place that the browser restores.
 */
export function useRouteFocus(): void {
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  const previous = useRef<string | null>(null)

  useEffect(() => {
    const moved = previous.current !== null && previous.current !== pathname
    previous.current = pathname
    if (!moved) return
    if (navigation !== NavigationType.Pop) window.scrollTo(0, 0)
    focusHeading()
  }, [pathname, navigation])
}

/** Puts focus on the page's heading, where whatever had it is gone. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
