import { type PaidFor, type PaidOrder, paidFor } from '../order-totals.ts'
import { isShopsError, type ReturnItem, type ReturnState } from '../returns/calls.ts'
import { hasLeft } from './has-left.ts'
import { pieces } from './split-lines.ts'

type KnownReturn = { items: readonly ReturnItem[] }

export type RefundableOrder = PaidOrder &
  Parameters<typeof hasLeft>[0] & {
    returns: readonly (KnownReturn & { state: ReturnState })[]
  }

/** The refund proposed for items, less refunded returns. The last items of an unshipped order include delivery. */
export function dueForItems(order: RefundableOrder, itemIds: readonly string[]): PaidFor {
  const before = refundedPieces(order)
  const chosen = order.items.filter(({ order_item_id }) => itemIds.includes(order_item_id))
  const left = chosen.map(({ order_item_id, quantity }) => {
    return { order_item_id, quantity: quantity - countOf(before, order_item_id) }
  })
  return paidForPieces(order, left, { before, includeShipping: !hasLeft(order) })
}

/** The refund of a return by the policy. The shop's error also refunds the original shipping. */
export function dueForReturn(order: RefundableOrder, { items, reason }: KnownReturn & { reason: string }): PaidFor {
  return paidForPieces(order, items, { before: refundedPieces(order), includeShipping: isShopsError(reason) })
}

function refundedPieces({ returns }: Pick<RefundableOrder, 'returns'>): ReturnItem[] {
  return returns.filter(({ state }) => state === 'paid_back').flatMap(({ items }) => items)
}

/** The amounts paid for pieces with tax. Pieces refunded `before` have their share already. */
export function paidForPieces(
  order: PaidOrder,
  chosen: readonly ReturnItem[],
  { before, includeShipping }: { before: readonly ReturnItem[]; includeShipping: boolean },
): PaidFor {
  const lines = order.items.flatMap((item): PaidOrder['items'][number][] => {
    const { order_item_id: id, quantity, refund_status } = item
    const earlier = refund_status === null ? Math.min(quantity, countOf(before, id)) : 0
    const now = Math.min(quantity - earlier, countOf(chosen, id))
    // Refunded pieces, and those that stay with the shopper, become lines of their own.
    return [
      { ...pieces(item, 0, earlier), order_item_id: `${id} before`, refund_status: 'refunded' },
      pieces(item, earlier, earlier + now),
      { ...pieces(item, earlier + now, quantity), order_item_id: `${id} rest` },
    ].filter((line) => line.quantity > 0)
  })
  const ids = chosen.map(({ order_item_id }) => order_item_id)
  return paidFor({ ...order, items: lines }, ids, { includeShipping })
}

function countOf(items: readonly ReturnItem[], id: string): number {
  return items.filter(({ order_item_id }) => order_item_id === id).reduce((sum, { quantity }) => sum + quantity, 0)
}

export function itemsReturnedWhole(
  items: readonly ReturnItem[],
  { returns, current }: { returns: RefundableOrder['returns']; current: KnownReturn },
): string[] {
  const back = [...refundedPieces({ returns }), ...current.items]
  return items
    .filter(({ order_item_id }) => current.items.some((item) => item.order_item_id === order_item_id))
    .filter(({ order_item_id, quantity }) => countOf(back, order_item_id) >= quantity)
    .map(({ order_item_id }) => order_item_id)
}
