import { type ComponentType, createElement, lazy, useState } from 'react'

/** A component whose code is loaded on demand, and which renders synchronously once loaded. */
export type LazyComponent<Props = object> = ComponentType<Props> & {
  preload: () => Promise<void>
  isLoaded: () => boolean
  /** From now on rendering suspends instead of failing; a later load resolves it. */
  waitForCode: () => void
}

/** Thrown when a part's code could not be loaded: the network failed, or a new release has replaced the file. */
export class CodeLoadError extends Error {
  /** Retries the load. */
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
