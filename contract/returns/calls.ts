import type { Person } from '../accounts/calls.ts'
import { get, post } from '../http/call.ts'
import { asCount, asList, asRecord, asText } from '../http/coercion.ts'
import { isErrorBody } from '../http/errors.ts'

/** The last two are the shop's error, see `isShopsError`. */
export const RETURN_REASONS = [
  'Changed My Mind',
  'Ordered Incorrect Item',
  'Defective/Damaged',
  'Wrong Item Received',
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

export const RETURN_DETAILS_LENGTH = 1000

/** Whether the shop pays for the return label and refunds the original shipping (section 9). */
export function isShopsError(reason: string): boolean {
  return reason === 'Defective/Damaged' || reason === 'Wrong Item Received'
}

export const RETURN_STATES = ['asked', 'accepted', 'declined', 'received', 'paid_back'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

export type ReturnItem = { order_item_id: string; quantity: number }

export type ShownReturn = {
  return_id: string
  state: ReturnState
  reason: string
  answer: string | null
  label_url: string | null
  items: ReturnItem[]
}

export type OrderReturns = {
  /** The last day to ask; `null` when the day of delivery is unknown. */
  last_day: string | null
  is_over: boolean
  returnable: ReturnItem[]
  returns: ShownReturn[]
}

type AskToReturn = Person & { orderId: string; items: ReturnItem[]; reason: ReturnReason; details: string }

export const returnCalls = {
  getOrderReturns: get<OrderReturns, { query: Person & { orderId: string } }>('/api/orderReturns', parseOrderReturns, {
    bearer: 'optional',
  }),
  askToReturn: post<true, { body: AskToReturn }>('/api/returnOrder', () => true, {
    bearer: 'optional',
    isError: isErrorBody,
  }),
}

function parseOrderReturns(body: unknown, baseUrl = ''): OrderReturns {
  const record = asRecord(body)
  if (record === null) throw new TypeError('the returns of an order are no object')
  return {
    last_day: asText(record.last_day),
    is_over: record.is_over === true,
    returnable: asList(record.returnable).flatMap(parseItem),
    returns: asList(record.returns).flatMap((value) => parseReturn(value, baseUrl)),
  }
}

function parseItem(value: unknown): ReturnItem[] {
  const row = asRecord(value)
  const [order_item_id, quantity] = [asText(row?.order_item_id), asCount(row?.quantity)]
  return order_item_id === null || quantity === null || quantity === 0 ? [] : [{ order_item_id, quantity }]
}

function parseReturn(value: unknown, baseUrl: string): ShownReturn[] {
  const row = asRecord(value)
  const [return_id, state] = [asText(row?.return_id), RETURN_STATES.find((known) => known === row?.state)]
  if (return_id === null || state === undefined) return []
  const label = asText(row?.label_path)
  return [
    {
      return_id,
      state,
      reason: asText(row?.reason) ?? '',
      answer: asText(row?.answer),
      label_url: label?.startsWith('/') ? `${baseUrl}${label}` : null,
      items: asList(row?.items).flatMap(parseItem),
    },
  ]
}
