import type { RequestOf } from '@shop/contract/http/call'
import { CallError } from '@shop/contract/http/errors'
import { CANCELLATION_REASONS, type Order, orderCalls } from '@shop/contract/orders/calls'
import type { Quantities } from '@shop/contract/orders/split-lines'
import { useEffect, useRef, useState } from 'react'
import { ownerOf } from '../../accounts/personal-data.ts'
import { currentVisitor, useVisitor } from '../../accounts/session-store.ts'
import { useApi } from '../../data/api.tsx'
import { closePopup, NOTIFICATION_TIMER_MS, POPUP_TIMER_MS, showPopup } from '../../popups/popup-store.ts'
import type { Lookup } from '../orders.queries.ts'
import { checkCancellation } from './cancellation-rules.ts'

export type CancellationRequest = {
  selected: readonly string[]
  /** Pieces by item, where fewer are cancelled than it has. */
  quantities: Quantities
  reason: string
  details: string
}
export type CancellationError = NonNullable<ReturnType<typeof checkCancellation>>
export type CancellationKind = 'idle' | 'busy' | CancellationOutcome
type State = { kind: CancellationKind; error: CancellationError | null }

export type Cancellation = ReturnType<typeof useCancellation>

export const CANCELLED = 'Cancellation request submitted successfully!'
export const NOT_CANCELLED = 'Failed to submit cancellation. Please try again.'

const IDLE: State = { kind: 'idle', error: null }

/** Cancels items of a found order: four checks, the call, and the refetched order (sections 4 and 5). */
export function useCancellation(order: Order, lookup: Lookup, refresh: () => Promise<void>) {
  const api = useApi()
  const visitor = useVisitor()
  const [state, setState] = useState(IDLE)
  const busy = useRef(false)
  const isShown = useIsShown()
  const warning = useRef<number | null>(null)

  function finish(next: State): State {
    setState(next)
    return next
  }

  /** Sends the request and returns the result; `null` when one is already running. */
  async function submit(request: CancellationRequest): Promise<State | null> {
    if (busy.current) return null
    const error = checkCancellation({ ...order, ...request })
    if (error !== null) {
      warning.current = showCancellationError(error)
      return finish({ kind: 'idle', error })
    }
    const reason = CANCELLATION_REASONS.find((known) => known === request.reason)
    if (reason === undefined) return finish({ kind: 'failed', error: null })
    busy.current = true
    if (warning.current !== null) closePopup(warning.current)
    finish({ kind: 'busy', error: null })
    const body = cancellationBody(order, lookup, { ...request, reason })
    const post = () => api.call(orderCalls.cancelOrder, { body }, { token: visitor.token })
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

/** The error is also shown at its field. Returns the id of the message. */
export function showCancellationError({ message }: CancellationError): number {
  return showPopup({ kind: 'error', text: message, timer: POPUP_TIMER_MS, button: 'Close', place: 'corner' })
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

/** Result of a cancellation. `changed`: rejected because the order has changed. */
export type CancellationOutcome = 'done' | 'failed' | 'changed'

type CancellationBody = RequestOf<typeof orderCalls.cancelOrder>['body']
type CheckedRequest = CancellationRequest & { reason: CancellationBody['cancellationReason'] }

/** The request (section 7): the order as one object, and ids in their original type (R26). */
export function cancellationBody(order: Order, lookup: Lookup, request: CheckedRequest): CancellationBody {
  const { firstName, lastName, email } = lookup
  const quantities = Object.fromEntries(countsOf(order, request))
  return {
    firstName,
    lastName,
    email,
    orderId: order.wire_id,
    orderDetails: order.details,
    cancellationReason: request.reason,
    cancellationJustification: request.details.trim(),
    itemsToCancel: order.items
      .filter((item) => request.selected.includes(item.order_item_id))
      .map((item) => item.wire_id),
    ...(Object.keys(quantities).length > 0 && { quantitiesToCancel: quantities }),
  }
}

/**
 * How many pieces of each chosen item are meant, of all that has several: also where that is all of them, so that the backend
 * refuses when there are fewer by now.
 */
function countsOf({ items }: Order, { selected, quantities }: CheckedRequest): [string, number][] {
  return items.flatMap((item): [string, number][] => {
    const count = chosenCount(item, quantities)
    return count === null || !selected.includes(item.order_item_id) ? [] : [[item.order_item_id, count]]
  })
}

/** How many pieces of an item are chosen; `null` where it is cancelled as a whole. The order may have changed since. */
export function chosenCount(
  { order_item_id: id, cancellable_quantity: all }: Order['items'][number],
  quantities: Quantities,
): number | null {
  return all === null || all < 2 ? null : Math.min(quantities.get(id) ?? all, all)
}

/**
 * Posts a cancellation and refetches the order. The result is that of the post alone, even if the refetch fails, finds
 * nothing or hangs (R50).
 */
export async function sendCancellation(
  post: () => Promise<unknown>,
  refresh: () => Promise<void>,
): Promise<CancellationOutcome> {
  try {
    await post()
  } catch (error) {
    console.info('The cancellation was not accepted', error)
    // Cancelled by somebody else, or shipped meanwhile: the current order shows which.
    if (!(error instanceof CallError && error.status === 409)) return 'failed'
    await waitBriefly(refresh())
    return 'changed'
  }
  await waitBriefly(refresh())
  return 'done'
}

/** Milliseconds to wait for something that may hang. */
const TIMEOUT_MS = 3000

/** Waits for a promise, but not longer than the timeout; the work itself continues. */
async function waitBriefly(call: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS)
  })
  await Promise.race([call, timeout]).finally(() => clearTimeout(timer))
}
