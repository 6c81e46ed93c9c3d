import { CallError } from '@shop/contract/http/errors'
import type { Order } from '@shop/contract/orders/calls'
import type { PageTexts } from '@shop/contract/pages/shop'
import {
  isShopsError,
  RETURN_REASONS,
  type ReturnItem,
  type ReturnState,
  returnCalls,
} from '@shop/contract/returns/calls'
import { policyLeave, policySend } from '@shop/contract/returns/return-policy'
import { queryOptions } from '@tanstack/react-query'
import { ownerOf, personalKey } from '../../accounts/personal-data.ts'
import type { Visitor } from '../../accounts/session-store.ts'
import type { Api } from '../../data/api.tsx'
import type { FormErrors } from '../../forms/use-form.ts'
import type { Lookup } from '../orders.queries.ts'

/** Whether an order has arrived: of others nothing can be returned, and nothing is asked. */
export function hasArrived({ order_status }: Pick<Order, 'order_status'>): boolean {
  return /^(delivered|refunded)$/i.test(order_status ?? '')
}

/** The returnable items of an order and its returns; `null` from a backend that takes no returns. */
export function returnsQuery(api: Api, visitor: Visitor, lookup: Lookup) {
  return queryOptions({
    queryKey: personalKey(ownerOf(visitor), 'returns', lookup),
    queryFn: ({ signal }) =>
      api
        .call(returnCalls.getOrderReturns, { query: lookup }, { token: visitor.token, signal })
        .catch((error: unknown) => {
          if (error instanceof CallError && error.status === 404) return null
          throw error
        }),
  })
}

/** The fields of the form: how many of each item, by its id, as text; empty for none. */
export type ReturnFields = { reason: string; details: string } & Record<string, string>

/** Whether there is nothing to choose: opening the form returns it. */
export function isOnePiece(returnable: readonly ReturnItem[]): boolean {
  return returnable.length === 1 && returnable[0]?.quantity === 1
}

export function initialFields(returnable: readonly ReturnItem[]): ReturnFields {
  const first = isOnePiece(returnable) ? '1' : ''
  const quantities = returnable.map(({ order_item_id }) => [order_item_id, first] as const)
  // In the order of the screen, by which the first error is focused.
  return { ...Object.fromEntries(quantities), reason: '', details: '' }
}

export function chosenItems(fields: ReturnFields, returnable: readonly ReturnItem[]): ReturnItem[] {
  return returnable.flatMap(({ order_item_id }) => {
    const quantity = Number(fields[order_item_id] ?? '')
    return quantity > 0 ? [{ order_item_id, quantity }] : []
  })
}

/** Errors by field; that nothing is chosen stands at the first item. */
export function checkReturn(fields: ReturnFields, returnable: readonly ReturnItem[]): FormErrors<ReturnFields> {
  const [first] = returnable
  const nothing = first !== undefined && chosenItems(fields, returnable).length === 0
  return {
    ...(nothing && { [first.order_item_id]: 'Please choose at least one item to return.' }),
    ...(RETURN_REASONS.every((reason) => reason !== fields.reason) && { reason: 'Please select a reason.' }),
  }
}

/** Explains a state of a return to its shopper; `words` are those of the shop. */
export function returnWords(
  { state, reason }: { state: ReturnState; reason: string },
  words: PageTexts['words'],
): { title: string; next: string } {
  const { title, next } = RETURN_WORDS[state]
  // What arrived defective or wrong need not be unused.
  const [leave, send] = isShopsError(reason)
    ? ['as is', 'well packed']
    : [words.policyLeave ?? policyLeave, words.policySend ?? policySend]
  return { title, next: next.replace('{leave}', leave).replace('{send}', send) }
}

const RETURN_WORDS: Readonly<Record<ReturnState, { title: string; next: string }>> = {
  asked: {
    title: 'Return requested',
    next: 'We’ll review it and email you. Please don’t send anything yet, and keep the item {leave}.',
  },
  accepted: {
    title: 'Return accepted',
    next: 'Send your return {send}. Our email says where to send it.',
  },
  declined: { title: 'Return declined', next: '' },
  received: { title: 'Return received', next: 'We’ve received it. Your refund is next.' },
  paid_back: { title: 'Return refunded', next: '' },
}
