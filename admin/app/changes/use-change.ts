import type { Call, CallRequest, RequestOf, ResultOf } from '@shop/contract/http/call'
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { failureOf } from '../../ui/states.tsx'
import { AdminCallError, fieldsOf } from '../call.ts'
import type { SentDraft } from '../use-draft.ts'
import { type Change, failChange, finishChange, nameOf, refresh, sendingOptions } from './changes.ts'

export type ChangeRequest<E extends Call> = RequestOf<E> & CallRequest

export type ChangeOptions<E extends Call> = {
  /** Text of the notification on success: "Marked as answered". */
  done: string | ((request: ChangeRequest<E>) => string)
  /** Queries that show what is changed; invalidated afterwards. */
  refreshes: readonly QueryKey[]
  /** Applies the change to these queries optimistically; rolled back on failure. */
  applyOptimistically?: (queryClient: QueryClient, request: ChangeRequest<E>) => void
  /** Called while the component is mounted, to close a form or navigate. */
  onDone?: (result: ResultOf<E>) => unknown
  /** Called while the component is mounted, once the change was refused and what it shows is current. */
  onRefused?: (error: AdminCallError) => unknown
  /** The draft that the change was typed in: it goes once the change is made, also by a later page. */
  draft?: SentDraft
  /** For an undo: what it puts back into its field. */
  restores?: SentDraft
  /** The component shows `error` itself; a notification does when it is unmounted. */
  showsError?: boolean
  /** Another change may be sent before the first is answered. */
  isRepeatable?: boolean
  /** It is sent now or not at all, and not stored on the device: for money. */
  neverWaits?: boolean
}

type Snapshot = readonly (readonly [QueryKey, unknown])[]

/**
 * Makes a change optimistically, then notifies with Undo. It waits for the connection and for an expired session,
 * survives a reload, and is executed once however often it is sent. The endpoint responds with `audit_id`
 * (`changeResult`).
 */
export function useChange<E extends Call>(endpoint: E, options: ChangeOptions<E>) {
  const { done, refreshes, applyOptimistically, onDone, onRefused, draft = null, restores } = options
  const { showsError = false, isRepeatable = false, neverWaits = false } = options
  const queryClient = useQueryClient()
  const mounted = useMountedRef()
  /** The change on its way. A second press may come before the page shows the first one. */
  const onItsWay = useRef<string | null>(null)
  const { mutate, isPending, variables, error, reset } = useMutation<ResultOf<E>, Error, Change<E>, Snapshot>({
    ...sendingOptions(endpoint, { neverWaits }),
    onMutate: async ({ request }) => {
      if (applyOptimistically === undefined) return []
      await Promise.all(refreshes.map((queryKey) => queryClient.cancelQueries({ queryKey })))
      const snapshot = refreshes.flatMap((queryKey) => queryClient.getQueriesData({ queryKey }))
      applyOptimistically(queryClient, request)
      return snapshot
    },
    onSuccess: (result, change) => {
      if (mounted.current) onDone?.(result)
      return finishChange(queryClient, result, change)
    },
    onError: (failure, change, snapshot = []) => {
      for (const [queryKey, data] of snapshot) queryClient.setQueryData(queryKey, data)
      // The form shows the error, unless its page goes because it is no longer allowed; after a conflict it also has to
      // know what stands there now.
      const isForbidden = failure instanceof AdminCallError && failure.status === 403
      if (showsError && mounted.current && !isForbidden) return refresh(queryClient, refreshes)
      return failChange(queryClient, failure, change)
    },
    onSettled: (_result, _error, { idempotencyKey }) => {
      if (onItsWay.current === idempotencyKey) onItsWay.current = null
    },
  })
  const change = (request: ChangeRequest<E>): boolean => {
    if (onItsWay.current !== null && !isRepeatable) return false
    const idempotencyKey = crypto.randomUUID()
    onItsWay.current = idempotencyKey
    const doneText = typeof done === 'string' ? done : done(request)
    mutate(
      { endpoint: nameOf(endpoint), request, idempotencyKey, done: doneText, refreshes, draft, restores },
      { onError: (failure) => failure instanceof AdminCallError && onRefused?.(failure) },
    )
    return true
  }
  return {
    /** False while the one before is on its way: nothing is sent then. */
    change,
    isPending,
    /** Variables of the current or last request. */
    request: variables?.request,
    error,
    /** Why it was refused, for a line in the form. */
    failure: failureOf(error),
    errors: fieldsOf(error),
    /** The error of a conflict (409); its `body` has the current state. */
    conflict: error instanceof AdminCallError && error.status === 409 ? error : null,
    reset: () => {
      onItsWay.current = null
      reset()
    },
  }
}

function useMountedRef() {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
