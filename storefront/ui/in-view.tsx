import { type ReactNode, useRef } from 'react'
import { useInView } from './use-in-view.ts'

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
  const ref = useRef<HTMLSpanElement>(null)
  const near = useInView(ref, AHEAD, initiallyInView)
  return (
    <span ref={ref} className={`block ${className}`}>
      {near ? children : <noscript>{children}</noscript>}
    </span>
  )
}
