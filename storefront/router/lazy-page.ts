import { type ComponentType, useSyncExternalStore } from 'react'
import { createStore } from '../data/store.ts'
import { type LazyComponent, lazyComponent } from './lazy-component.ts'

/** A page whose code is loaded on demand. */
export type LazyPage = LazyComponent & {
  /** The source file, which is its key in the build's manifest. */
  source: string
}

const loadingCount = createStore(0)

/** The page that the server rendered but whose code could not be loaded; `null` without one. */
const stuckPage = createStore<LazyPage | null>(null)

/** Wraps a page module and counts running loads. */
export function lazyPage(source: string, load: () => Promise<ComponentType>): LazyPage {
  const component = lazyComponent(source, async () => {
    loadingCount.set(loadingCount.get() + 1)
    try {
      return await load()
    } finally {
      loadingCount.set(loadingCount.get() - 1)
    }
  })
  return Object.assign(component, { source })
}

/** Whether a page's code is being loaded; shows the progress bar. */
export function useIsPageLoading(): boolean {
  return useSyncExternalStore(loadingCount.subscribe, isLoading, () => false)
}

function isLoading(): boolean {
  return loadingCount.get() > 0
}

/**
 * Leaves the server's page as it is while its code cannot be loaded; it is hydrated once the code arrives. The load is
 * retried when the network is back, and by the visitor.
 */
export function keepServerPage(page: LazyPage): void {
  page.waitForCode()
  stuckPage.set(page)
  window.addEventListener('online', () => void retryStuckPage().catch(() => {}))
}

/** Retries the load; throws when it fails. */
export async function retryStuckPage(): Promise<void> {
  await stuckPage.get()?.preload()
  stuckPage.set(null)
}

/** Whether the current page is waiting for its code. */
export function isPageStuck(): boolean {
  return stuckPage.get() !== null
}

/** The same in a component, which renders again when it changes. */
export function useIsPageStuck(): boolean {
  return useSyncExternalStore(stuckPage.subscribe, isPageStuck, () => false)
}
