import { Suspense, useEffect, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createStore } from '../data/store.ts'
import { lazyComponent, resetFailedLoad } from '../router/lazy-component.ts'
import { useLocation } from '../router/router.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { popupClass, regionClass } from './popup-class.ts'
import { closePopupsOfPage, popupQueue, type QueuedPopup } from './popup-store.ts'
import { useTimedPopup } from './use-timed-popup.ts'

const NONE: readonly never[] = []
const PopupInFront = lazyComponent('popups', async () => (await import('./popups.tsx')).PopupInFront)

/** Fetches what draws popups before the first one is needed. */
export function preloadPopups(): void {
  PopupInFront.preload().catch(() => {})
}

/** The dialogs that are open, by their outlets' ids; the last one is in front. */
const openOutlets = createStore<readonly string[]>([])

const useFrontPopup = () => useSyncExternalStore(popupQueue.subscribe, popupQueue.get, () => NONE)[0]
const useOpenOutlets = () => useSyncExternalStore(openOutlets.subscribe, openOutlets.get, () => NONE)

const REGION = 'pointer-events-none z-50 flex print:hidden'

/** Where messages appear, once in the document. It is there from the start, so that screen readers hear what enters it. */
export function PopupRegion() {
  const popup = useFrontPopup()
  const isBehindDialog = useOpenOutlets().length > 0
  useClosingWithPage()
  // One that waits for the person is a dialog itself, and always in front.
  const shown = popup?.timer !== null && isBehindDialog ? undefined : popup
  return (
    <div role={roleOf(shown)} className={`${REGION} ${regionClass(shown?.place, false)}`}>
      <ShownPopup popup={shown} />
    </div>
  )
}

/**
 * Where messages with a timer appear while a dialog is open: everything outside of it can neither be pressed nor is it
 * announced. Stands inside the dialog, in front of it.
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

  // In the browser's top layer nothing of the dialog moves or clips it.
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

/** What belongs to a page goes with it, before the next page says anything. */
function useClosingWithPage(): void {
  const { pathname } = useLocation()
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

/** How long a message waits for the code that draws it, in milliseconds. */
const TIMEOUT_MS = 1000

/** The words alone once that code takes too long: a message that nobody sees would leave its sender stuck. */
function LatePopup({ popup }: { popup: QueuedPopup }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [])
  return late ? <PlainPopup popup={popup} /> : null
}

/** The words alone, when the code that draws popups could not be fetched. A message without a timer waits here too. */
function PlainPopup({ popup }: { popup: QueuedPopup }) {
  const { close, frame } = useTimedPopup(popup)
  return (
    <div data-popup className={`items-center justify-between ${popupClass(popup)}`} {...frame}>
      <p className="min-w-0 wrap-anywhere">{popup.text}</p>
      <Button variant="outline" className="shrink-0 px-4" onClick={close}>
        {popup.button}
      </Button>
    </div>
  )
}
