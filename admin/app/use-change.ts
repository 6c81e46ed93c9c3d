import type { Endpoint, RequestOf, ResultOf } from '@shop/contract/endpoint'
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { AdminCallError, type LooseRequest } from './call.ts'
import { CHANGE_KEY, CHANGE_SCOPE, type Change, failChange, finishChange, nameOf, sendChange } from './changes.ts'

type Request<E extends Endpoint> = RequestOf<E> & LooseRequest

type ChangeOptions<E extends Endpoint> = {
  /** What the notification says once it is done: "Marked as answered". */
  done: string | ((request: Request<E>) => string)
  /** The queries that show what is changed; they are read again afterwards. */
  refreshes: readonly QueryKey[]
  /** Writes the change into these queries before the shop has responded; they are put back if it fails. */
  showAtOnce?: (queryClient: QueryClient, request: Request<E>) => void
  /** While the component stands: closes a form, goes somewhere. */
  onDone?: (result: ResultOf<E>) => unknown
  /** The component shows `error` itself, beside its fields. Once it is gone, a notification says it. */
  showsError?: boolean
}

type Snapshot = readonly (readonly [QueryKey, unknown])[]

/**
 * Changes something of the shop: shown at once, then "Done" with Undo. It waits for a lost connection and for whoever
 * has to sign in again, also when the page is closed, and is done once however often it is sent. The endpoint responds
 * with `audit_id` (`changeResult`).
 */
export function useChange<E extends Endpoint>(endpoint: E, options: ChangeOptions<E>) {
  const { done, refreshes, showAtOnce, onDone, showsError = false } = options
  const queryClient = useQueryClient()
  const stands = useStands()
  const { mutate, isPending, variables, error, reset } = useMutation<ResultOf<E>, Error, Change<E>, Snapshot>({
    mutationKey: CHANGE_KEY,
    scope: CHANGE_SCOPE,
    mutationFn: (change) => sendChange(endpoint, change),
    onMutate: async ({ request }) => {
      if (showAtOnce === undefined) return []
      await Promise.all(refreshes.map((queryKey) => queryClient.cancelQueries({ queryKey })))
      const snapshot = refreshes.flatMap((queryKey) => queryClient.getQueriesData({ queryKey }))
      showAtOnce(queryClient, request)
      return snapshot
    },
    onSuccess: (result, change) => {
      if (stands.current) onDone?.(result)
      return finishChange(queryClient, result, change)
    },
    onError: (failure, change, snapshot = []) => {
      for (const [queryKey, data] of snapshot) queryClient.setQueryData(queryKey, data)
      if (showsError && stands.current) return
      return failChange(queryClient, failure, change)
    },
  })
  const change = (request: Request<E>) =>
    mutate({
      endpoint: nameOf(endpoint),
      request,
      idempotencyKey: crypto.randomUUID(),
      done: typeof done === 'string' ? done : done(request),
      refreshes,
    })
  return {
    change,
    isPending,
    /** What is being sent, or was sent last. */
    request: variables?.request,
    error,
    /** Somebody changed the same thing meanwhile: `body` says what stands there now. */
    conflict: error instanceof AdminCallError && error.status === 409 ? error : null,
    reset,
  }
}

/** Whether the component is still on the page. */
function useStands() {
  const stands = useRef(true)
  useEffect(() => {
    stands.current = true
    return () => {
      stands.current = false
    }
  }, [])
  return stands
}
