import { type ComponentType, createElement, lazy, useState } from 'react'

/** A component whose code is loaded when first needed, and which renders at once when it is there already. */
export type LazyComponent<Props = object> = ComponentType<Props> & {
  preload: () => Promise<void>
  /** From here on rendering waits, for as long as it takes, instead of failing; a later load ends the wait. */
  waitForCode: () => void
}

/** The code of a part of the shop could not be fetched: the network, or a file that a new release has replaced. */
export class CodeLoadError extends Error {
  /** Asks for the code anew. */
  readonly retry: () => Promise<void>
  /** To be called once the failure was shown: the next rendering asks for the code anew. */
  readonly reset: () => void

  constructor(name: string, actions: Pick<CodeLoadError, 'retry' | 'reset'>, options: ErrorOptions) {
    super(`the code of ${name} could not be fetched`, options)
    this.name = 'CodeLoadError'
    this.retry = actions.retry
    this.reset = actions.reset
  }
}

/** For a boundary whose next rendering shall ask for the code anew. */
export function resetFailedLoad(error: unknown): void {
  if (error instanceof CodeLoadError) error.reset()
}

/** How long after a failed load it is tried once more, in milliseconds. */
const RETRY_DELAY_MS = 600

/**
 * React's `lazy` with a retry. A load is tried twice; a failed one is forgotten, so that the next asks the network again.
 * React remembers for ever how the load of a lazy component ended, so after a failure a new one takes its place.
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

  /** Not before the failure was shown: rendering that asked anew each time would never end. */
  function reset(): void {
    if (hasFailed) Lazy = lazy(loadForReact)
    hasFailed = false
  }

  function waitForCode(): void {
    const wait = new Promise<void>((resolve) => (endWait = resolve))
    Lazy = lazy(() => wait.then(loadForReact))
  }

  function Component(props: Props) {
    // What is there renders without suspending, on the server too. The choice holds while it is on the screen.
    const [Chosen] = useState(() => loaded ?? Lazy)
    return createElement(Chosen, props)
  }

  return Object.assign(Component, { preload, waitForCode })
}
