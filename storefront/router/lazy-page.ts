import { type ComponentType, useSyncExternalStore } from 'react'
import { createStore } from '../data/store.ts'
import { type LazyComponent, lazyComponent } from './lazy-component.ts'

/** A page whose code is loaded when first needed. */
export type LazyPage = LazyComponent & {
  /** The source file, by which the build's manifest names what the page loads. */
  source: string
}

const loadingCount = createStore(0)

/** The page that the server sent and whose code did not arrive; `null` when there is none. */
const stuckPage = createStore<LazyPage | null>(null)

/** Wraps a page module, and counts while its code is under way. */
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

/** True while the code of a page is under way; drives the quiet progress bar. */
export function useIsPageLoading(): boolean {
  return useSyncExternalStore(loadingCount.subscribe, isLoading, () => false)
}

function isLoading(): boolean {
  return loadingCount.get() > 0
}

/**
 * Leaves the server's page as it is, to be read, while its code cannot be had; it comes to life once the code arrives.
 * It is asked for again when the line is back, and by the visitor.
 */
export function keepServerPage(page: LazyPage): void {
  page.waitForCode()
  stuckPage.set(page)
  window.addEventListener('online', () => void retryStuckPage().catch(() => {}))
}

/** Asks for the missing code anew; throws when it cannot be had. */
export async function retryStuckPage(): Promise<void> {
  await stuckPage.get()?.preload()
  stuckPage.set(null)
}

/** True while the page on the screen waits for its code. */
export function isPageStuck(): boolean {
  return stuckPage.get() !== null
}

export function useIsPageStuck(): boolean {
  return useSyncExternalStore(stuckPage.subscribe, isPageStuck, () => false)
}
