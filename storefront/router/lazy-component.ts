import { type ComponentType, createElement, lazy, useState, useSyncExternalStore } from 'react'
import { createStore } from '../data/store.ts'

/** A component whose code is loaded on demand, and which renders synchronously once loaded. */
export type LazyComponent<Props = object> = ComponentType<Props> & {
  preload: () => Promise<void>
  isLoaded: () => boolean
  /** From now on rendering suspends instead of failing; a later load resolves it. */
  waitForCode: () => void
}

/** Thrown when a part's code could not be loaded: the network failed, or a new release has replaced the file. */
export class CodeLoadError extends Error {
  readonly retry: () => Promise<void>
  /** Call it once the error was shown: the next rendering loads again. */
  readonly reset: () => void

  constructor(name: string, actions: Pick<CodeLoadError, 'retry' | 'reset'>, options: ErrorOptions) {
    super(`the code of ${name} could not be fetched`, options)
    this.name = 'CodeLoadError'
    this.retry = actions.retry
    this.reset = actions.reset
  }
}

/** For a boundary whose next rendering should load again. */
export function resetFailedLoad(error: unknown): void {
  if (error instanceof CodeLoadError) error.reset()
}

/** Milliseconds until a failed load is retried. */
const RETRY_DELAY_MS = 600

/**
 * React's `lazy` with retries. A load is tried twice; after a failure the next one requests the file again. React
 * remembers the result of a lazy component for ever, so a failed one is replaced.
 */
export function lazyComponent<Props extends object = object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null
  let hasFailed = false
  let endWait = () => {}
  let Lazy = lazy(loadForReact)

  function preload(): Promise<void> {
    loading ??= fetchCode()
    return loading
  }

  async function fetchCode(): Promise<void> {
    try {
      loaded = await load().catch(async () => {
        await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
        return load()
      })
    } catch (cause) {
      loading = null
      throw new CodeLoadError(name, { retry: preload, reset }, { cause })
    }
    endWait()
    reset()
  }

  async function loadForReact(): Promise<{ default: ComponentType<Props> }> {
    try {
      await preload()
    } catch (error) {
      hasFailed = true
      throw error
    }
    return loaded === null ? loadForReact() : { default: loaded }
  }

  /** Not before the error was shown: a rendering that loads again each time would never end. */
  function reset(): void {
    if (hasFailed) Lazy = lazy(loadForReact)
    hasFailed = false
  }

  function waitForCode(): void {
    const wait = new Promise<void>((resolve) => (endWait = resolve))
    Lazy = lazy(() => wait.then(loadForReact))
  }

  function Component(props: Props) {
    // Loaded code renders without suspending, on the server too. The choice does not change while mounted.
    const [Chosen] = useState(() => loaded ?? Lazy)
    return createElement(Chosen, props)
  }

  return Object.assign(Component, { preload, isLoaded: () => loaded !== null, waitForCode })
}

const loadingCount = createStore(0)

/** The page that the server rendered but whose code could not be loaded; `null` without one. */
const stuckPage = createStore<LazyComponent | null>(null)

/** Wraps a page module and counts running loads. */
export function lazyPage(load: () => Promise<ComponentType>): LazyComponent {
  return lazyComponent('a page', async () => {
    loadingCount.set(loadingCount.get() + 1)
    try {
      return await load()
    } finally {
      loadingCount.set(loadingCount.get() - 1)
    }
  })
}

export function useIsPageLoading(): boolean {
  return useSyncExternalStore(loadingCount.subscribe, loadingCount.get, () => 0) > 0
}

/**
 * Leaves the server's page as it is while its code cannot be loaded; it is hydrated once the code arrives. The load is
 * retried when the network is back, and by the visitor.
 */
export function keepServerPage(page: LazyComponent): void {
  page.waitForCode()
  stuckPage.set(page)
  window.addEventListener('online', () => void retryStuckPage().catch(() => {}))
}

/** Retries the load; throws when it fails. */
export async function retryStuckPage(): Promise<void> {
  await stuckPage.get()?.preload()
  stuckPage.set(null)
}

export function isPageStuck(): boolean {
  return stuckPage.get() !== null
}

/** Whether the page is stuck, for a component, which renders again when that changes. */
export function useIsPageStuck(): boolean {
  return useSyncExternalStore(stuckPage.subscribe, isPageStuck, () => false)
}

/**
 * Retries loading code. If it fails although the network works, the document is reloaded: a new release may have
 * replaced the file, and some browsers cache the failure.
 */
export function useCodeRetry(retry: () => Promise<void>, onLoaded?: () => void) {
  const [busy, setBusy] = useState(false)

  async function handleRetry(): Promise<void> {
    setBusy(true)
    try {
      await retry()
      onLoaded?.()
    } catch {
      if (navigator.onLine) window.location.reload()
      else setBusy(false)
    }
  }

  return { busy, retry: () => void handleRetry() }
}
