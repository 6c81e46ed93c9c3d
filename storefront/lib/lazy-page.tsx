import { type ComponentType, createElement, use, useSyncExternalStore } from 'react'

/** A page whose code is loaded when first needed, and which renders at once when it is there already. */
export type LazyPage = ComponentType & {
  preload: () => Promise<void>
  /** The source file, by which the build's manifest names what the page loads. */
  source: string
}

let loadingCount = 0
const listeners = new Set<() => void>()

function countLoading(step: 1 | -1): void {
  loadingCount += step
  for (const listener of listeners) listener()
}

/** True while the code of a page is under way; drives the quiet progress bar. */
export function useIsPageLoading(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => loadingCount > 0,
    () => false,
  )
}

/** Wraps a page module. A failed load is forgotten, so that the next try asks the network again. */
export function lazyPage(source: string, load: () => Promise<{ Page: ComponentType }>): LazyPage {
  let loaded: ComponentType | null = null
  let loading: Promise<void> | null = null
  /** What drawing waits for. It stays when it failed: drawing that asked anew each time would never end. */
  let awaited: Promise<void> | null = null

  function preload(): Promise<void> {
    loading ??= fetchPage()
    return loading
  }

  async function fetchPage(): Promise<void> {
    countLoading(1)
    try {
      loaded = (await load()).Page
    } catch (error) {
      loading = null
      throw error
    } finally {
      countLoading(-1)
    }
  }

  function Page() {
    if (loaded === null) awaited ??= preload()
    // Drawing that has waited asks once more, as React wants it; one that failed does not stand in the way of a later load.
    if (awaited !== null && (loaded === null || awaited === loading)) use(awaited)
    return loaded === null ? null : createElement(loaded)
  }

  return Object.assign(Page, { preload, source })
}
