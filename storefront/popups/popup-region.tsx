import { Suspense, useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createStore } from '../data/store.ts'
import { ErrorBoundary } from '../router/error-boundary.tsx'
import { lazyComponent, resetFailedLoad } from '../router/lazy-component.ts'
import { usePathname } from '../router/router.tsx'
import { Button } from '../ui/button.tsx'
import { closePopupsOfPage, popupQueue, type QueuedPopup } from './popup-store.ts'
import { popupClass, regionClass, useTimedPopup } from './timed-popup.ts'

const NONE: readonly never[] = []
const PopupInFront = lazyComponent('popups', async () => (await import('./popups.tsx')).PopupInFront)

/** Loads the code of popups before the first one is needed. */
export function preloadPopups(): void {
  PopupInFront.preload().catch(() => {})
}

/** Ids of the open dialogs' outlets; the last one is on top. */
const openOutlets = createStore<readonly string[]>([])

const useFrontPopup = () => useSyncExternalStore(popupQueue.subscribe, popupQueue.get, () => NONE)[0]
const useOpenOutlets = () => useSyncExternalStore(openOutlets.subscribe, openOutlets.get, () => NONE)

const REGION = 'popups pointer-events-none z-50 flex print:hidden'

/**
 * Where popups are rendered, once in the document. It exists from the start, so that screen readers announce its
 * content.
 */
export function PopupRegion() {
  const popup = useFrontPopup()
  const isBehindDialog = useOpenOutlets().length > 0
  useClosingWithPage()
  // A modal popup is a dialog itself, and always on top.
  const shown = popup?.timer !== null && isBehindDialog ? undefined : popup
  return (
    <div role={roleOf(shown)} className={`${REGION} ${regionClass(shown?.place, false)}`}>
      <ShownPopup popup={shown} />
    </div>
  )
}

/**
 * Where popups with a timer are rendered while a dialog is open, since everything outside of it is inert and not
 * announced. It is inside the dialog, above its content.
 */
export function PopupOutlet({ open }: { open: boolean }) {
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const popup = useFrontPopup()
  const isInFront = useOpenOutlets().at(-1) === id
  const shown = isInFront && popup?.timer !== null ? popup : undefined

  useEffect(() => {
    if (!open) return
    openOutlets.set([...openOutlets.get(), id])
    return () => openOutlets.set(openOutlets.get().filter((other) => other !== id))
  }, [open, id])

  // In the browser's top layer the dialog cannot clip or move it.
  useEffect(() => {
    const outlet = ref.current
    if (!isInFront || outlet === null || !('showPopover' in outlet)) return
    outlet.showPopover()
    return () => outlet.hidePopover()
  }, [isInFront])

  return (
    <div
      ref={ref}
      popover="manual"
      role={roleOf(shown)}
      className={`${REGION} m-0 h-auto w-auto max-w-none overflow-visible border-0 bg-transparent py-0 text-ink ${regionClass(shown?.place, true)}`}
    >
      <ShownPopup popup={shown} />
    </div>
  )
}

function roleOf(popup: QueuedPopup | undefined): 'alert' | 'status' {
  return popup?.kind === 'error' || popup?.kind === 'warning' ? 'alert' : 'status'
}

/** Removes the popups of a page when it is left, before the next page shows any. */
function useClosingWithPage(): void {
  const pathname = usePathname()
  const previous = useRef(pathname)
  useLayoutEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    closePopupsOfPage()
  }, [pathname])
}

function ShownPopup({ popup }: { popup: QueuedPopup | undefined }) {
  if (popup === undefined) return null
  return (
    <ErrorBoundary resetKey={popup.id} onError={resetFailedLoad} fallback={<PlainPopup key={popup.id} popup={popup} />}>
      <Suspense fallback={<LatePopup key={popup.id} popup={popup} />}>
        <PopupInFront key={popup.id} popup={popup} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Milliseconds that a popup waits for its code. */
const TIMEOUT_MS = 1000

/** A fallback with the text alone, since a popup that is never shown could not be closed. */
function LatePopup({ popup }: { popup: QueuedPopup }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  return late ? <PlainPopup popup={popup} /> : null
}

/** The text alone, when the code of popups could not be loaded. A modal message can be closed here too. */
function PlainPopup({ popup }: { popup: QueuedPopup }) {
  const { close, frame } = useTimedPopup(popup)
  return (
    <div data-popup className={`flex-wrap items-center justify-end ${popupClass(popup)}`} {...frame}>
      <p className="min-w-0 grow wrap-anywhere">{popup.text}</p>
      <Button variant="outline" className="shrink-0 px-4" onClick={close}>
        {popup.button}
      </Button>
    </div>
  )
}
