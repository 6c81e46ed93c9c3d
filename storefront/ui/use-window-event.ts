import { useEffectEvent, useLayoutEffect } from 'react'

/** Listens to the window while the component is shown, from before its first paint. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  handler: (event: WindowEventMap[Name]) => void,
  capture = false,
): void {
  const handle = useEffectEvent(handler)
  useLayoutEffect(() => {
    const listener = (event: WindowEventMap[Name]) => handle(event)
    window.addEventListener(name, listener, capture)
    return () => window.removeEventListener(name, listener, capture)
  }, [name, capture])
}
