import { CANCELLATION_REASONS, cancelOrderEndpoint, type Order } from '@shop/contract/orders'
import { useEffect, useRef, useState } from 'react'
import { ownerOf } from '../accounts/personal-data.ts'
import { currentVisitor, useVisitor } from '../accounts/session-store.ts'
import { useApi } from '../data/api.tsx'
import { NOTIFICATION_TIMER_MS, POPUP_TIMER_MS, showPopup } from '../popups/popup-store.ts'
import {
  type CancellationOutcome,
  type CancellationReason,
  cancellationBody,
  sendCancellation,
} from './cancellation.ts'
import { checkCancellation } from './cancellation-rules.ts'
import type { Lookup } from './orders.queries.ts'

export type CancellationRequest = { selected: readonly string[]; reason: string; details: string }
export type CancellationError = NonNullable<ReturnType<typeof checkCancellation>>
export type CancellationKind = 'idle' | 'busy' | CancellationOutcome
type State = { kind: CancellationKind; error: CancellationError | null }

export type Cancellation = State & {
  /** Sends the request and returns the result; `null` when one is already running. */
  submit: (request: CancellationRequest) => Promise<State | null>
  /** Removes the error of a field that is being corrected. */
  clear: (field: CancellationError['field']) => void
  /** Resets errors and result. */
  reset: () => void
}

/** The texts of section 8. */
export const CANCELLED = 'Cancellation request submitted successfully!'
export const NOT_CANCELLED = 'Failed to submit cancellation. Please try again.'

const IDLE: State = { kind: 'idle', error: null }

/** Cancels items of a found order: four checks, the call, and the refetched order (sections 4 and 5). */
export function useCancellation(order: Order, lookup: Lookup, refresh: () => Promise<void>): Cancellation {
  const api = useApi()
  const visitor = useVisitor()
  const [state, setState] = useState(IDLE)
  const busy = useRef(false)
  const isShown = useIsShown()

  function finish(next: State): State {
    setState(next)
    return next
  }

  async function submit(request: CancellationRequest): Promise<State | null> {
    if (busy.current) return null
    const error = checkCancellation({ tracking_number: order.tracking_number, ...request })
    if (error !== null) {
      showCancellationError(error)
      return finish({ kind: 'idle', error })
    }
    const { reason } = request
    if (!isReason(reason)) return finish({ kind: 'failed', error: null })
    busy.current = true
    finish({ kind: 'busy', error: null })
    const body = cancellationBody(order, lookup, { ...request, reason })
    const post = () => api.call(cancelOrderEndpoint, { body }, { token: visitor.token })
    const { pathname } = window.location
    const kind = await sendCancellation(post, refresh)
    busy.current = false
    // While the next page is loading, this one is still rendered.
    if (!isShown() || window.location.pathname !== pathname) showOnNextPage(kind, order, ownerOf(visitor))
    return finish({ kind, error: null })
  }

  function clear(field: CancellationError['field']): void {
    if (state.error?.field === field) setState(IDLE)
  }

  function reset(): void {
    if (!busy.current) setState(IDLE)
  }

  return { ...state, submit, clear, reset }
}

/** Whether the calling component is mounted. */
function useIsShown(): () => boolean {
  const shown = useRef(false)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  return () => shown.current
}

/** The error is also shown at its field. */
export function showCancellationError({ message }: CancellationError): void {
  showPopup({ kind: 'error', text: message, timer: POPUP_TIMER_MS, button: 'Close', place: 'corner' })
}

/**
 * The result for a visitor who has left the page: it stays on the next page. The order's number is only shown to its
 * owner.
 */
export function showOnNextPage(kind: CancellationOutcome, order: Order, owner: string): void {
  const title = ownerOf(currentVisitor()) === owner ? { title: `Order # ${order.order_id}` } : {}
  const shared = { ...title, staysOnNavigation: true }
  if (kind === 'done')
    showPopup({ kind: 'success', ...shared, text: CANCELLED, timer: NOTIFICATION_TIMER_MS, button: 'Close' })
  else showPopup({ kind: 'error', ...shared, text: NOT_CANCELLED, timer: null, button: 'Okay' })
}

function isReason(text: string): text is CancellationReason {
  return CANCELLATION_REASONS.some((reason) => reason === text)
}
