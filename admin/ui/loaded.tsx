import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { Loading } from './loading.tsx'

type LoadedProps<T> = {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  /** For screen readers while nothing is there yet. */
  label: string
  children: (data: T) => ReactNode
}

/** The data of a query. Until it is there: that it is loading, or why it failed, with a button to try again. */
export function Loaded<T>({ query: { data, error, refetch }, label, children }: LoadedProps<T>) {
  if (data !== undefined) return children(data)
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <Loading label={label} />
}
