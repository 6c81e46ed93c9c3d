import { useQuery } from '@tanstack/react-query'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { ErrorState } from '../ui/error-state.tsx'
import { loadCode } from './load-code.ts'

type LazyPart<Props> = {
  name: string
  load: () => Promise<ComponentType<Props>>
  /** Shown until the code is there. */
  fallback: ReactNode
}

/**
 * A part of a page whose code is loaded when it is first shown. Where that fails, the part says so and tries again on
 * demand, and what was typed beside it stays.
 */
export function lazyPart<Props extends object>({ name, load, fallback }: LazyPart<Props>): ComponentType<Props> {
  return function Part(props: Props) {
    const { data, error, isFetching, refetch } = useQuery({
      queryKey: ['code', name],
      queryFn: () => loadCode(load),
      networkMode: 'always',
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
    })
    if (data !== undefined) return createElement(data, props)
    if (error === null) return fallback
    return <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
  }
}
