import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { closePopup, pausePopupTimer, type QueuedPopup, startPopupTimer } from './popup-store.ts'

/** The timer, Escape key and focus handling of a visible popup (R34). */
export function useTimedPopup({ id }: Pick<QueuedPopup, 'id'>) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const cameFrom = useRef<Element | null>(null)
  const held = hovered || focused

  useEffect(() => {
    if (!held) startPopupTimer(id)
    return () => pausePopupTimer(id)
  }, [held, id])

  // Before the first paint: a visible popup can be closed.
  useLayoutEffect(() => {
    /** It is on top, so that Escape closes it and nothing behind it. */
    function handleKey(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    window.addEventListener('keydown', handleKey, true)
    return () => window.removeEventListener('keydown', handleKey, true)
  })

  /** Returns focus from the popup to where it was before, else to the page. */
  function close(): void {
    if (focused) {
      const from = cameFrom.current
      const back = from instanceof HTMLElement && from.isConnected ? from : document.getElementById('main')
      back?.focus({ preventScroll: true })
    }
    closePopup(id)
  }

  return {
    close,
    frame: {
      onMouseEnter: () => setHovered(true),
      onMouseLeave: () => setHovered(false),
      onFocus: (event: FocusEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current = event.relatedTarget
        setFocused(true)
      },
      onBlur: () => setFocused(false),
    },
  }
}
