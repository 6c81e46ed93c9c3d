import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type Mutation,
  type QueryClient,
  useMutationState,
} from '@tanstack/react-query'
import * as z from 'zod/mini'

/** Prefix of the storage keys, followed by the user's id and the change's idempotency key. */
const STORAGE_PREFIX = 'admin-pending-changes:'

/** In the `meta` of a mutation that is never stored. */
export const NOT_STORED = 'notStored'

/** Every pending change has an entry of its own, so no tab takes away what another has to send. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

const storedChange = z.object({ idempotencyKey: z.string() })

/**
 * Stores the user's pending changes, so they survive a reload, until the returned function is called. Only
 * mutations whose key has defaults with a function (`queryClient.setMutationDefaults`) can be resent by a later page.
 */
export function storePendingChanges(queryClient: QueryClient, store: Store, adminId: string): () => void {
  const prefix = `${STORAGE_PREFIX}${adminId}:`
  restore(queryClient, store, prefix)
  void queryClient.resumePausedMutations()
  return queryClient.getMutationCache().subscribe(({ mutation }) => {
    const change = storedChange.safeParse(mutation?.state.variables)
    if (mutation === undefined || !change.success || mutation.meta?.[NOT_STORED] === true) return
    write(queryClient, store, `${prefix}${change.data.idempotencyKey}`, mutation)
  })
}

function write(queryClient: QueryClient, store: Store, key: string, mutation: Mutation): void {
  try {
    if (mutation.state.status !== 'pending') {
      store.removeItem(key)
      return
    }
    const { mutations } = dehydrate(queryClient, {
      shouldDehydrateQuery: () => false,
      shouldDehydrateMutation: (other) => other === mutation && other.options.mutationKey !== undefined,
    })
    if (mutations.length > 0) store.setItem(key, JSON.stringify({ mutations: mutations.map(paused) }))
  } catch {
    // The storage is full or blocked; the changes are still sent while this page is open.
  }
}

type Dehydrated = DehydratedState['mutations'][number]

/** Sent by a later page like one that waits, also when it was being sent as this page closed; that page rolls nothing back. */
function paused(mutation: Dehydrated): Dehydrated {
  return { ...mutation, state: { ...mutation.state, isPaused: true, context: undefined } }
}

/** In the order in which they were made. */
function restore(queryClient: QueryClient, store: Store, prefix: string): void {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
  const mutations = keys.filter((key) => key.startsWith(prefix)).flatMap((key) => read(store, key))
  hydrate(queryClient, { mutations: [...mutations].sort((one, other) => submittedAt(one) - submittedAt(other)) })
}

function read(store: Store, key: string): Dehydrated[] {
  try {
    const { mutations }: DehydratedState = JSON.parse(store.getItem(key) ?? '')
    return mutations.filter(({ state }) => storedChange.safeParse(state.variables).success)
  } catch {
    store.removeItem(key)
    return []
  }
}

function submittedAt({ state }: Dehydrated): number {
  return state.submittedAt
}

export function usePendingChanges(): number {
  return useMutationState({ filters: { status: 'pending', predicate: ({ state }) => state.isPaused } }).length
}
