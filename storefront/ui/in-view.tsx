import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below the window a picture is fetched ahead. Browsers' own lazy loading reaches two screens farther. */
const AHEAD = '200px'

type InViewProps = {
  /** True for what the first screens show: it is there without waiting. */
  initiallyInView: boolean
  className: string
  children: ReactNode
}

/** Draws its children once they come near the window; without a script they are there from the start. */
export function InView({ initiallyInView, className, children }: InViewProps) {
  const [near, setNear] = useState(initiallyInView)
  const ref = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (near || ref.current === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: AHEAD,
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [near])

  return (
    <div ref={ref} className={className}>
      {near ? children : <noscript>{children}</noscript>}
    </div>
  )
}
