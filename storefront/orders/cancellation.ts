import type { RequestOf } from '@shop/contract/endpoint'
import { CallError } from '@shop/contract/errors'
import type { cancelOrderEndpoint, Order } from '@shop/contract/orders'
import { waitBriefly } from '../data/wait-briefly.ts'
import type { Lookup } from './orders.queries.ts'

/** Result of a cancellation. `changed`: rejected because the order has changed. */
export type CancellationOutcome = 'done' | 'failed' | 'changed'

type CancellationBody = RequestOf<typeof cancelOrderEndpoint>['body']
export type CancellationReason = CancellationBody['cancellationReason']
type CheckedRequest = {
  selected: readonly string[]
  reason: CancellationReason
  details: string
}

/** The request (section 7): the order as one object, and ids in their original type (R26). */
export function cancellationBody(order: Order, lookup: Lookup, request: CheckedRequest): CancellationBody {
  const { firstName, lastName, email } = lookup
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
  }
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
