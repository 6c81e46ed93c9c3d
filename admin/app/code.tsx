import { useQuery } from '@tanstack/react-query'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { ErrorState } from '../ui/states.tsx'

/** The code of a page or of a part of one could not be loaded. Its message is for the user. */
export class CodeLoadError extends Error {
  constructor(options: ErrorOptions) {
    super('This didn’t load. Please check your connection. If the shop was just updated, reload the page.', options)
    this.name = 'CodeLoadError'
  }
}

const RETRY_DELAY_MS = 600

/** Loads code, and once more when that fails; calling it again requests the file again. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
      return load()
    })
  } catch (cause) {
    throw new CodeLoadError({ cause })
  }
}

type LazyPart<Props> = {
  name: string
  load: () => Promise<ComponentType<Props>>
  fallback: ReactNode
}

/**
 * A part of a page whose code is loaded when it is first shown. Where that fails, the part says so and tries again on
 * demand, and what was typed beside it stays.
 */
export function lazyPart<Props extends object>({ name, load, fallback }: LazyPart<Props>): ComponentType<Props> {
  return function Part(props: Props) {
    const { data, error, isFetching } = useQuery({
      queryKey: ['code', name],
      queryFn: () => loadCode(load),
      networkMode: 'always',
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    })
    if (data !== undefined) return createElement(data, props)
    if (error === null) return fallback
    return <ErrorState error={error} isRetrying={isFetching} />
  }
}
