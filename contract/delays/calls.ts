import { post } from '../http/call.ts'
import { asCount, asList, asRecord, asText } from '../http/coercion.ts'
import { isErrorBody } from '../http/errors.ts'
import type { Order } from '../orders/calls.ts'

/** A delayed order as the link in the notice shows it. */
export type DelayedOrder = {
  order_id: string
  items: { name: string; quantity: number }[]
  /** The day until which it ships; `null` when that is not known. */
  ship_by: string | null
  /** The last day for an answer; `null` where silence means that the shopper waits. */
  answer_by: string | null
  agreed: boolean
  /** The outcome for the money once it is cancelled; `null` where nothing is said. */
  money: string | null
}

const CALL_OPTIONS = { isError: isErrorBody } as const

/** Calls of a delayed order: both are our additions; looking does not use up the link. */
export const delayedOrderCalls = {
  getDelayedOrder: post<DelayedOrder, { body: { token: string } }>(
    '/api/delayedOrder',
    parseDelayedOrder,
    CALL_OPTIONS,
  ),
  answerDelay: post<true, { body: { token: string; answer: 'cancel' | 'wait' } }>(
    '/api/delayedOrder/answer',
    () => true,
    CALL_OPTIONS,
  ),
}

/** Parses a delayed order; throws a TypeError without a number. */
function parseDelayedOrder(body: unknown): DelayedOrder {
  const row = asRecord(body)
  const order_id = asText(row?.order_id)
  if (row === null || order_id === null) throw new TypeError('the response holds no order')
  return {
    order_id,
    items: asList(row.items).flatMap((value) => {
      const item = asRecord(value)
      const name = asText(item?.name)
      return name === null ? [] : [{ name, quantity: asCount(item?.quantity) ?? 1 }]
    }),
    ship_by: asText(row.ship_by),
    answer_by: asText(row.answer_by),
    agreed: row.agreed === true,
    money: asText(row.money),
  }
}

/**
 * The newest notice of a delay of a found order: an addition of ours, on delayed orders only. It is parsed here, since
 * every page carries the parser of orders.
 */
export function delayOf({ details }: Pick<Order, 'details'>): Pick<DelayedOrder, 'ship_by'> | null {
  const row = asRecord(details.delay)
  return row === null ? null : { ship_by: asText(row.ship_by) }
}
