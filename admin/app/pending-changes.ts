import { dehydrate, hydrate, type QueryClient, useMutationState } from '@tanstack/react-query'

/** Before the id of whoever made the changes. */
const PREFIX = 'admin-pending-changes:'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Keeps changes of whoever is signed in that the shop has not answered yet, also when the page is closed, until told to stop. Only those with a mutation key whose
 * defaults name a function (`queryClient.setMutationDefaults`) can be sent again by a page that is opened later.
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
    // What was on its way when the page closed waits like the rest.
    else store.setItem(key, JSON.stringify({ mutations: mutations.map(paused) }))
  } catch {
    // The store is full or forbidden; the changes are still sent as long as this page is open.
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

/** How many changes wait for the connection. */
export function usePendingChanges(): number {
  return useMutationState({ filters: { status: 'pending', predicate: ({ state }) => state.isPaused } }).length
}
