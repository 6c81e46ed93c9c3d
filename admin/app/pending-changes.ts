import { dehydrate, hydrate, type QueryClient, useMutationState } from '@tanstack/react-query'

/** Prefix of the storage key, followed by the user's id. */
const PREFIX = 'admin-pending-changes:'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Stores the user's pending changes, so that they survive a reload, until the returned function is called. Only
 * mutations whose key has defaults with a function (`queryClient.setMutationDefaults`) can be resent by a later page.
 */
export function keepPendingChanges(queryClient: QueryClient, store: Store, adminId: string): () => void {
  const key = PREFIX + adminId
  restore(queryClient, store, key)
  void queryClient.resumePausedMutations()
  return queryClient.getMutationCache().subscribe(() => write(queryClient, store, key))
}

function write(queryClient: QueryClient, store: Store, key: string): void {
  const { mutations } = dehydrate(queryClient, {
    shouldDehydrateQuery: () => false,
    shouldDehydrateMutation: ({ state, options }) => state.status === 'pending' && options.mutationKey !== undefined,
  })
  try {
    if (mutations.length === 0) store.removeItem(key)
    // Changes that were being sent when the page closed are paused like the others.
    else store.setItem(key, JSON.stringify({ mutations: mutations.map(paused) }))
  } catch {
    // The storage is full or blocked; the changes are still sent while this page is open.
  }
}

type Dehydrated = ReturnType<typeof dehydrate>['mutations'][number]

function paused(mutation: Dehydrated): Dehydrated {
  return { ...mutation, state: { ...mutation.state, isPaused: true } }
}

function restore(queryClient: QueryClient, store: Store, key: string): void {
  try {
    hydrate(queryClient, JSON.parse(store.getItem(key) ?? 'null'))
  } catch {
    store.removeItem(key)
  }
}

/** Number of changes waiting for the connection. */
export function usePendingChanges(): number {
  return useMutationState({ filters: { status: 'pending', predicate: ({ state }) => state.isPaused } }).length
}
