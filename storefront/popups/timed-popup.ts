import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { closePopup, type Popup, pausePopupTimer, type QueuedPopup, startPopupTimer } from './popup-store.ts'

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

/** The surface of a message with a timer: 400 px wide; on phones those of a corner have the full width (R34). */
export function popupClass({ place }: Pick<Popup, 'place'>): string {
  const width = place === 'corner' ? 'w-full max-md:rounded-none max-md:border-x-0 md:mt-3 md:w-[400px]' : 'w-[400px]'
  return `stacked pointer-events-auto flex max-w-full gap-3 rounded-lg border border-line bg-card p-4 shadow-lift ${width}`
}

/** Positions. The corner is below the header, regardless of scrolling. */
export function regionClass(place: Popup['place'], isOverDialog: boolean): string {
  if (place === 'bottom')
    return 'fixed inset-x-0 top-auto bottom-[calc(1rem+var(--bottom-bar,0px))] justify-center px-4 md:bottom-8'
  if (place !== 'corner')
    return 'fixed inset-x-0 top-auto bottom-[calc(1rem+var(--bottom-bar,0px))] justify-center px-4 md:top-46 md:bottom-auto xl:top-28'
  const top = isOverDialog ? 'fixed inset-x-0 top-(--header-height) bottom-auto' : 'sticky top-(--header-height) h-0'
  return `${top} items-start md:justify-end md:px-4`
}
