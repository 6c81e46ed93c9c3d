import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

/** Distance below the window from which pictures are loaded. Native lazy loading starts two screens earlier. */
const AHEAD_MARGIN = '200px'

type InViewProps = {
  /** Set for the first screens, which render at once. */
  initiallyInView: boolean
  className: string
  children: ReactNode
}

/** Renders its children, phrasing content, when they come near the window, or at once without scripts. */
export function InView({ initiallyInView, className, children }: InViewProps) {
  const ref = useRef<HTMLSpanElement>(null)
  const near = useInView(ref, AHEAD_MARGIN, initiallyInView)
  return (
    <span ref={ref} className={`block ${className}`}>
      {near ? children : <noscript>{children}</noscript>}
    </span>
  )
}

/** True once the element has come within `margin` of the window, or from the start when it is `initially`. */
export function useInView(ref: RefObject<HTMLElement | null>, margin = '600px', initially = false): boolean {
  const [near, setNear] = useState(initially)
  useEffect(() => {
    const element = ref.current
    if (near || element === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref, near, margin])
  return near
}
