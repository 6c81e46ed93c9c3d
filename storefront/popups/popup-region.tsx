import { useEffect, useId, useSyncExternalStore } from 'react'
import { createStore } from '../data/store.ts'
import { usePathname } from '../router/router.tsx'
import { useOnChange } from '../ui/effects.ts'
import { closePopupsOfPage, type Popup, popupQueue, type QueuedPopup } from './popup-store.ts'
import { PopupInFront } from './popups.tsx'

const NO_POPUPS: readonly never[] = []
/** Ids of the open dialogs' outlets; the last one is on top. */
const openOutlets = createStore<readonly string[]>([])

const useFrontPopup = () => useSyncExternalStore(popupQueue.subscribe, popupQueue.get, () => NO_POPUPS)[0]
const useOpenOutlets = () => useSyncExternalStore(openOutlets.subscribe, openOutlets.get, () => NO_POPUPS)

const REGION_CLASS = 'popups pointer-events-none z-50 flex print:hidden'

/**
 * Where popups are rendered, once in the document. It exists from the start, so screen readers announce its
 * content.
 */
export function PopupRegion() {
  const popup = useFrontPopup()
  const isBehindDialog = useOpenOutlets().length > 0
  useClosingWithPage()
  // A modal popup is a dialog itself, and always on top.
  const shown = popup?.timer !== null && isBehindDialog ? undefined : popup
  return (
    <div role={roleOf(shown)} className={`${REGION_CLASS} ${regionClass(shown?.place, false)}`}>
      {shown && <PopupInFront key={shown.id} popup={shown} />}
    </div>
  )
}

/**
 * Where popups with a timer are rendered while a dialog is open, since everything outside of it is inert and not
 * announced. It is inside the dialog, above its content.
 */
export function PopupOutlet({ open }: { open: boolean }) {
  const id = useId()
  const popup = useFrontPopup()
  const isInFront = useOpenOutlets().at(-1) === id
  const shown = isInFront && popup?.timer !== null ? popup : undefined

  useEffect(() => {
    if (!open) return
    openOutlets.set([...openOutlets.get(), id])
    return () => openOutlets.set(openOutlets.get().filter((other) => other !== id))
  }, [open, id])

  return (
    <div
      ref={isInFront ? showOnTop : undefined}
      popover="manual"
      role={roleOf(shown)}
      className={`${REGION_CLASS} m-0 h-auto w-auto max-w-none overflow-visible border-0 bg-transparent py-0 text-ink ${regionClass(shown?.place, true)}`}
    >
      {shown && <PopupInFront key={shown.id} popup={shown} />}
    </div>
  )
}

/** In the browser's top layer the dialog cannot clip or move it. */
function showOnTop(outlet: HTMLElement | null): (() => void) | undefined {
  if (outlet === null || !('showPopover' in outlet)) return
  outlet.showPopover()
  return () => outlet.hidePopover()
}

function roleOf(popup: QueuedPopup | undefined): 'alert' | 'status' {
  return popup?.kind === 'error' || popup?.kind === 'warning' ? 'alert' : 'status'
}

/** Removes the popups of a page when it is left, before the next page shows any. */
function useClosingWithPage(): void {
  const pathname = usePathname()
  useOnChange(pathname, () => closePopupsOfPage(pathname))
}

/** Positions. The corner is below the header, regardless of scrolling; on wide screens the bottom is right, beside the lines of a cart. */
function regionClass(place: Popup['place'], isOverDialog: boolean): string {
  if (place === 'bottom')
    return 'fixed inset-x-0 top-auto bottom-[calc(1rem+var(--bottom-bar,0px))] justify-center px-4 md:bottom-8 xl:justify-end xl:px-8'
  if (place !== 'corner')
    return 'fixed inset-x-0 top-auto bottom-[calc(1rem+var(--bottom-bar,0px))] justify-center px-4 md:top-[min(11.5rem,25svh)] md:bottom-auto xl:top-[min(7rem,25svh)]'
  const top = isOverDialog ? 'fixed inset-x-0 top-(--header-height) bottom-auto' : 'sticky top-(--header-height) h-0'
  return `${top} items-start md:justify-end md:px-4`
}
