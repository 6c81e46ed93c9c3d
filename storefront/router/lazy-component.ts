import { type ComponentType, createElement, use } from 'react'

/** A component whose code is loaded when first needed, and which renders at once when it is there already. */
export type LazyComponent<Props = object> = ComponentType<Props> & {
  preload: () => Promise<void>
  /** From here on drawing waits, for as long as it takes, instead of failing; a later load ends the wait. */
  hold: () => void
}

/** The code of a part of the shop could not be fetched: the line, or a file that a new release has replaced. */
export class CodeLoadError extends Error {
  /** Asks for the code anew. */
  readonly retry: () => Promise<void>
  /** To be called once the failure was told: the next drawing asks for the code anew. */
  readonly forget: () => void

  constructor(name: string, actions: Pick<CodeLoadError, 'retry' | 'forget'>, options: ErrorOptions) {
    super(`the code of ${name} could not be fetched`, options)
    this.name = 'CodeLoadError'
    this.retry = actions.retry
    this.forget = actions.forget
  }
}

/** How long after a failed load it is tried once more, in milliseconds. */
const RETRY_DELAY_MS = 600

/** Wraps a module. A load is tried twice; a failed one is forgotten, so that the next asks the network again. */
export function lazyComponent<Props extends object = object>(
  name: string,
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null
  /** What drawing waits for. It stays when it failed, until that was told: drawing that asked anew each time would never end. */
  let awaited: Promise<void> | null = null
  let endHold = () => {}

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
      endHold()
    } catch (cause) {
      loading = null
      throw new CodeLoadError(name, { retry: preload, forget }, { cause })
    }
  }

  function forget(): void {
    awaited = null
  }

  function hold(): void {
    if (loaded === null) awaited = new Promise((resolve) => (endHold = resolve))
  }

  function Component(props: Props) {
    if (loaded === null) awaited ??= preload()
    // Drawing that has waited asks once more, as React wants it; one that failed does not stand in the way of a later load.
    if (awaited !== null && (loaded === null || awaited === loading)) use(awaited)
    return loaded === null ? null : createElement(loaded, props)
  }

  return Object.assign(Component, { preload, hold })
}
