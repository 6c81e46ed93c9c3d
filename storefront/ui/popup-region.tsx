import { lazy, Suspense, useSyncExternalStore } from 'react'
import { popupQueue, type QueuedPopup } from './popup-store.ts'

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
        <Suspense fallback={null}>
          <LazyPopups key={popup.id} popup={popup} />
        </Suspense>
      )}
    </div>
  )
}
