import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { closePopup, pausePopupTimer, type QueuedPopup, startPopupTimer } from './popup-store.ts'

/** A message on the screen: its time, what holds it, Escape, and where focus goes from it (R34). */
export function useTimedPopup({ id }: Pick<QueuedPopup, 'id'>) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const cameFrom = useRef<Element | null>(null)
  const held = hovered || focused

  useEffect(() => {
    if (!held) startPopupTimer(id)
    return () => pausePopupTimer(id)
  }, [held, id])

  useEffect(() => {
    /** It stands in front of everything else, so that Escape is its own: what is behind does not hear of it. */
    function handleKey(event: KeyboardEvent): void {
      if (event.key !== 'Escape' || event.isComposing) return
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    window.addEventListener('keydown', handleKey, true)
    return () => window.removeEventListener('keydown', handleKey, true)
  })

  /** Focus that is inside goes back to where it came from, else to the page. */
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
