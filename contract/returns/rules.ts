import { formatCount } from '../text/plural.ts'
import type { ReturnItem, ReturnState } from './calls.ts'

export const RETURN_STEPS = {
  accept: { from: ['asked'], to: 'accepted' },
  // What came back may be damaged, or not what was bought.
  decline: { from: ['asked', 'received'], to: 'declined' },
  receive: { from: ['accepted'], to: 'received' },
  refund: { from: ['received'], to: 'paid_back' },
} as const satisfies Record<string, { from: readonly ReturnState[]; to: ReturnState }>
type ReturnStep = keyof typeof RETURN_STEPS

/** Whether it was refunded is told by the refund, not stored. */
export type StoredReturnState = Exclude<ReturnState, 'paid_back'>

const STATE_WORDS: Record<ReturnState, string> = {
  asked: 'not accepted yet',
  accepted: 'accepted already',
  declined: 'declined already',
  received: 'received already',
  paid_back: 'already refunded',
}

export function stepProblem(
  { return_id, state }: { return_id: string; state: ReturnState },
  step: ReturnStep,
): string | null {
  const from: readonly ReturnState[] = RETURN_STEPS[step].from
  if (from.includes(state)) return null
  const word = step === 'refund' && state === 'accepted' ? 'not received yet' : STATE_WORDS[state]
  return `Return ${return_id} is ${word}.`
}

type BoughtItem = ReturnItem & {
  product_name: string
  cancellation_status: string | null
  refund_status: string | null
}

type KnownReturn = { items: readonly ReturnItem[] }

/** The state of a return: as stored, or refunded once it or all its items were. */
export function returnState(
  stored: StoredReturnState,
  { items, wasRefunded }: { items: readonly Pick<BoughtItem, 'refund_status'>[]; wasRefunded: boolean },
): ReturnState {
  if (stored === 'declined') return stored
  return wasRefunded || items.every(({ refund_status }) => refund_status !== null) ? 'paid_back' : stored
}

/** The last day to ask for a return: the day of delivery plus the policy's days. */
export function lastReturnDay(deliveredOn: string, days: number): string {
  const day = new Date(`${deliveredOn}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

/** An item is asked for once, even if declined, and not with a cancellation or refund status (R27). */
function leftToReturn(item: BoughtItem, returns: readonly KnownReturn[]): number {
  if (item.cancellation_status !== null || item.refund_status !== null) return 0
  const asked = returns
    .flatMap(({ items }) => items)
    .filter(({ order_item_id }) => order_item_id === item.order_item_id)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  return Math.max(0, item.quantity - asked)
}

export function listReturnable(items: readonly BoughtItem[], returns: readonly KnownReturn[]): ReturnItem[] {
  return items
    .map((item) => ({ order_item_id: item.order_item_id, quantity: leftToReturn(item, returns) }))
    .filter(({ quantity }) => quantity > 0)
}

type ArrivedOrder = { order_status: string; delivered_on: string | null }

/** `today` is in the shop's time zone; `days` are those after delivery to return an order. */
type ReturnTime = { today: string; days: number }

export function returnWindow(
  { order_status, delivered_on }: ArrivedOrder,
  { today, days }: ReturnTime,
): 'none' | 'open' | 'over' {
  if (order_status !== 'delivered' || delivered_on === null || delivered_on > today) return 'none'
  return today <= lastReturnDay(delivered_on, days) ? 'open' : 'over'
}

const NOT_ARRIVED = 'This order has not arrived yet, so nothing can be returned.'

export function askProblem(
  { items, returns, ...order }: ArrivedOrder & { items: readonly BoughtItem[]; returns: readonly KnownReturn[] },
  asked: readonly ReturnItem[],
  time: ReturnTime,
): string | null {
  const window = returnWindow(order, time)
  if (window === 'none') return NOT_ARRIVED
  if (window === 'over') {
    return `Returns are accepted within ${formatCount(time.days, 'day')} of delivery, and that time has passed. Please write to us.`
  }
  if (new Set(asked.map(({ order_item_id }) => order_item_id)).size < asked.length) return 'An item is named twice.'
  for (const { order_item_id, quantity } of asked) {
    const item = items.find((one) => one.order_item_id === order_item_id)
    if (item === undefined) return 'An item is not on this order. Please look the order up again.'
    const left = leftToReturn(item, returns)
    if (left === 0) return `${item.product_name} can no longer be returned. Please look at the order again.`
    if (quantity > left) return `Only ${left} of ${item.product_name} can be returned.`
  }
  return null
}
