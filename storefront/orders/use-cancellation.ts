import { CallError } from '@shop/contract/errors'
import {
  CANCELLATION_REASONS,
  type CancellationReason,
  cancellationRefusal,
  cancelOrderEndpoint,
  type Order,
} from '@shop/contract/orders'
import { useRef, useState } from 'react'
import { useVisitor } from '../accounts/session-store.ts'
import { useApi } from '../lib/api.tsx'
import { POPUP_TIMER_MS, showPopup } from '../ui/popup-store.ts'
import type { Lookup } from './orders.queries.ts'

export type CancellationRequest = { selected: readonly string[]; reason: string; details: string }
export type Refusal = NonNullable<ReturnType<typeof cancellationRefusal>>
/** `changed`: refused since the order is no longer what was shown; it has been asked for again. */
export type CancellationKind = 'idle' | 'busy' | 'failed' | 'changed' | 'done'
type State = { kind: CancellationKind; refusal: Refusal | null }

export type Cancellation = State & {
  /** Sends the request; `null` when one is under way already, otherwise what came of it. */
  submit: (request: CancellationRequest) => Promise<State | null>
  /** Takes back what was said of a field that the shopper is mending. */
  clear: (field: Refusal['field']) => void
  /** Starts anew: nothing was said yet. */
  reset: () => void
}

const IDLE: State = { kind: 'idle', refusal: null }

/** Cancelling items of a found order: the four checks, the call, and the order as it is afterwards (sections 4 and 5). */
export function useCancellation(order: Order, lookup: Lookup, refresh: () => Promise<void>): Cancellation {
  const api = useApi()
  const { token } = useVisitor()
  const [state, setState] = useState(IDLE)
  const busy = useRef(false)

  function reach(next: State): State {
    setState(next)
    return next
  }

  async function submit(request: CancellationRequest): Promise<State | null> {
    if (busy.current) return null
    const refusal = cancellationRefusal({ tracking_number: order.tracking_number, ...request })
    if (refusal !== null) {
      showPopup({ kind: 'error', text: refusal.message, timer: POPUP_TIMER_MS, button: 'Close', place: 'corner' })
      return reach({ kind: 'idle', refusal })
    }
    busy.current = true
    reach({ kind: 'busy', refusal: null })
    const kind = await send(request)
    busy.current = false
    return reach({ kind, refusal: null })
  }

  async function send({ selected, reason, details }: CancellationRequest): Promise<CancellationKind> {
    if (!isReason(reason)) return 'failed'
    const { firstName, lastName, email } = lookup
    const body = {
      firstName,
      lastName,
      email,
      orderId: order.order_id,
      orderDetails: order.rows,
      cancellationReason: reason,
      cancellationJustification: details.trim(),
      itemsToCancel: [...selected],
    }
    try {
      await api.call(cancelOrderEndpoint, { body }, { token })
    } catch (error) {
      // Somebody was faster, or it has shipped meanwhile: the order as it is now tells which.
      if (!(error instanceof CallError && error.status === 409)) return 'failed'
      await refresh()
      return 'changed'
    }
    await refresh()
    return 'done'
  }

  function clear(field: Refusal['field']): void {
    if (state.refusal?.field === field) setState(IDLE)
  }

  function reset(): void {
    if (!busy.current) setState(IDLE)
  }

  return { ...state, submit, clear, reset }
}

function isReason(text: string): text is CancellationReason {
  return CANCELLATION_REASONS.some((reason) => reason === text)
}
