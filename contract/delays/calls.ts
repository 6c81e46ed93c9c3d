import { post } from '../http/call.ts'
import { asCount, asList, asRecord, asText } from '../http/coercion.ts'
import { isErrorBody } from '../http/errors.ts'
import type { Order } from '../orders/calls.ts'

export type DelayedOrder = {
  order_id: string
  items: { name: string; quantity: number }[]
  ship_by: string | null
  /** `null` where no answer means that the shopper waits. */
  answer_by: string | null
  agreed: boolean
  /** The refund or void once it is cancelled, a sentence; `null` where nothing is said. */
  money: string | null
}

const CALL_OPTIONS = { isError: isErrorBody } as const

/** Our additions; looking does not use up the link. */
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

/** The newest notice of a delay; an addition of ours. Parsed here, since every page carries the parser of orders. */
export function parseDelay({ details }: Pick<Order, 'details'>): Pick<DelayedOrder, 'ship_by'> | null {
  const row = asRecord(details.delay)
  return row === null ? null : { ship_by: asText(row.ship_by) }
}
