import type { RequestOf } from '@shop/contract/http/call'
import { CallError } from '@shop/contract/http/errors'
import { CANCELLATION_REASONS, type Order, orderCalls } from '@shop/contract/orders/calls'
import type { Quantities } from '@shop/contract/orders/split-lines'
import { useRef, useState } from 'react'
import { ownerOf } from '../../accounts/personal-data.ts'
import { currentVisitor, useVisitor } from '../../accounts/session-store.ts'
import { useApi } from '../../data/api.tsx'
import { useSend } from '../../data/use-send.ts'
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

export type Cancellation = ReturnType<typeof useCancellation>

export const CANCELLED_MESSAGE = 'Cancellation request submitted successfully!'
export const NOT_CANCELLED = 'Failed to submit cancellation. Please try again.'

/** Cancels items of a found order: four checks, the call, and the refetched order (sections 4 and 5). */
export function useCancellation(order: Order, lookup: Lookup, refresh: () => Promise<void>) {
  const api = useApi()
  const visitor = useVisitor()
  const [error, setError] = useState<CancellationError | null>(null)
  const warning = useRef<number | null>(null)
  const {
    isPending,
    data = 'idle',
    send,
    reset: forgetResult,
  } = useSend((body: CancellationBody) =>
    sendCancellation(() => api.call(orderCalls.cancelOrder, { body }, { token: visitor.token }), refresh),
  )
  const kind: CancellationKind = isPending ? 'busy' : data

  /** Sends a request, unless one is running, and returns what is wrong with it; `onDone` is called where it is still shown. */
  function submit(request: CancellationRequest, onDone: () => void): CancellationError | null {
    if (isPending) return null
    const wrong = checkCancellation({ ...order, ...request })
    const reason = CANCELLATION_REASONS.find((known) => known === request.reason)
    setError(wrong)
    if (wrong !== null) {
      forgetResult()
      warning.current = showCancellationError(wrong)
    } else if (reason !== undefined) void cancel(cancellationBody(order, lookup, { ...request, reason }), onDone)
    return wrong
  }

  async function cancel(body: CancellationBody, onDone: () => void): Promise<void> {
    if (warning.current !== null) closePopup(warning.current)
    const { pathname } = window.location
    let isSeen = false
    const result = await send(body, {
      onSuccess: (outcome) => {
        // While the next page is loading, this one is still rendered.
        isSeen = window.location.pathname === pathname
        if (outcome === 'done') onDone()
      },
    })
    if (result !== null && !isSeen) showOnNextPage(result, order, ownerOf(visitor))
  }

  function clear(field: CancellationError['field']): void {
    if (error?.field === field) setError(null)
  }

  function reset(): void {
    setError(null)
    if (!isPending) forgetResult()
  }

  return { kind, error, submit, clear, reset }
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
    showPopup({ kind: 'success', ...shared, text: CANCELLED_MESSAGE, timer: NOTIFICATION_TIMER_MS, button: 'Close' })
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
 * How many pieces of each chosen item are meant, of all that has several: also where that is all of them, so the backend
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
 * Posts a cancellation and refetches the order. The result is only that of the post, even if the refetch fails, finds
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
    // Cancelled by someone else, or shipped in the meantime: the current order shows which.
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
