import type { QueryClient } from '@tanstack/react-query'

/** Asks again for all that the screen shows and that failed, but for what would be refused again. */
export function retryFailed(client: QueryClient): void {
  void client.refetchQueries({
    type: 'active',
    predicate: ({ state: { status, error } }) => status === 'error' && !isRefused(error),
  })
}

export function isRefused(error: unknown): boolean {
  const status = statusOf(error)
  return status === 400 || status === 403
}

export function statusOf(error: unknown): unknown {
  return error instanceof Error && 'status' in error ? error.status : null
}
