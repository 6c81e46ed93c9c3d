import { type RefObject, useEffect, useState } from 'react'

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
