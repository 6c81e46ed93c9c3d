import { type ReactNode, useEffect, useRef, useState } from 'react'

/** Distance below the window from which pictures are loaded. Native lazy loading starts two screens earlier. */
const AHEAD = '200px'

type InViewProps = {
  /** Set for the first screens, which render at once. */
  initiallyInView: boolean
  className: string
  children: ReactNode
}

/** Renders its children, phrasing content, when they come near the window, or at once without scripts. */
export function InView({ initiallyInView, className, children }: InViewProps) {
  const [near, setNear] = useState(initiallyInView)
  const ref = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    if (near || ref.current === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: AHEAD,
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [near])

  return (
    <span ref={ref} className={`block ${className}`}>
      {near ? children : <noscript>{children}</noscript>}
    </span>
  )
}
