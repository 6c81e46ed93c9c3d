import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { closePopup, popupQueue, type QueuedPopup } from './popup-store.ts'

const NONE: readonly QueuedPopup[] = []
const loadPopups = () => import('./popups.tsx')
const LazyPopups = lazy(async () => ({ default: (await loadPopups()).PopupInFront }))

/** Fetches what draws popups before the first one is needed. */
export function preloadPopups(): void {
  loadPopups().catch(() => {})
}

/** Where messages appear, once in the document. It is there from the start, so that screen readers hear what enters it. */
export function PopupRegion() {
  const queue = useSyncExternalStore(popupQueue.subscribe, popupQueue.get, () => NONE)
  const popup = queue[0]
  return (
    <div
      role={popup?.kind === 'error' ? 'alert' : 'status'}
      className={`no-print pointer-events-none fixed inset-x-0 bottom-4 z-50 flex px-4 md:top-28 md:bottom-auto ${popup?.place === 'corner' ? 'justify-end' : 'justify-center'}`}
    >
      {popup && (
        <ErrorBoundary resetKey={popup.id} fallback={<PlainPopup key={popup.id} popup={popup} />}>
          <Suspense fallback={<LatePopup key={popup.id} popup={popup} />}>
            <LazyPopups key={popup.id} popup={popup} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}

/** How long a message waits for the code that draws it, in milliseconds. */
const PATIENCE = 1000

/** The words alone once that code takes too long: a message that nobody sees would leave its sender stuck. */
function LatePopup({ popup }: { popup: QueuedPopup }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [])
  return late ? <PlainPopup popup={popup} /> : null
}

/** The words alone, when the code that draws popups could not be fetched. A message without a timer waits here too. */
function PlainPopup({ popup }: { popup: QueuedPopup }) {
  useEffect(() => {
    const timer = popup.timer === null ? null : setTimeout(() => closePopup(popup.id), popup.timer)
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') closePopup(popup.id)
    }
    document.addEventListener('keydown', handleKey)
    return () => {
      if (timer !== null) clearTimeout(timer)
      document.removeEventListener('keydown', handleKey)
    }
  }, [popup])
  return (
    <div
      data-popup
      className="pointer-events-auto flex w-[400px] max-w-full items-center justify-between gap-3 rounded-lg border border-line bg-card p-4 shadow-lift"
    >
      <p className="min-w-0 wrap-anywhere">{popup.text}</p>
      <Button look="outline" className="shrink-0 px-4" onClick={() => closePopup(popup.id)}>
        {popup.button}
      </Button>
    </div>
  )
}
