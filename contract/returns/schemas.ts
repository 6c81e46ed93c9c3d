import * as z from 'zod/mini'
import { defineEndpoints, successBody } from '../http/endpoint.ts'
import { RETURN_DETAILS_LENGTH, RETURN_REASONS, RETURN_STATES, returnCalls } from './calls.ts'

const shortText = z.string().check(z.maxLength(1000))
const person = { firstName: shortText, lastName: shortText, email: shortText }

const returnItem = z
  .object({
    order_item_id: z.string().check(z.minLength(1), z.maxLength(100)),
    quantity: z.int().check(z.minimum(1), z.maximum(100_000)),
  })
  .register(z.globalRegistry, { id: 'ReturnItem', description: 'An item of an order and its quantity.' })

const orderReturns = z
  .object({
    last_day: z.nullable(z.string()),
    is_over: z.boolean(),
    returnable: z.array(returnItem),
    returns: z.array(
      z.object({
        return_id: z.string(),
        state: z.enum(RETURN_STATES),
        reason: z.string(),
        answer: z.nullable(z.string()),
        label_path: z.nullable(z.string()),
        items: z.array(returnItem),
      }),
    ),
  })
  .register(z.globalRegistry, {
    id: 'OrderReturns',
    description: 'What can be returned, until when, and the returns so far.',
  })

const shopper = { firstName: 'Demo', lastName: 'Shopper', email: 'demo@packwright.example' }

export const returnEndpoints = defineEndpoints('orders', returnCalls, {
  getOrderReturns: {
    summary: 'Returns what of an order can be returned',
    description:
      'Found like the order; any mismatch looks like nothing to return. Only between arrival and the end of the return window.',
    query: z.object({
      orderId: shortText.check(z.describe('Order number; a leading # and blanks are accepted')),
      firstName: shortText.check(z.describe('First name on the order')),
      lastName: shortText.check(z.describe('Last name on the order')),
      email: shortText.check(z.describe('Email address on the order')),
    }),
    response: orderReturns,
    errors: ['rate_limited'],
    example: { query: { orderId: '100002', ...shopper } },
  },
  askToReturn: {
    summary: 'Requests a return',
    description:
      'All chosen items or none. 409 if an item is cancelled, refunded or already requested, or the return window has closed. Repeating the request changes nothing.',
    body: z.object({
      ...person,
      orderId: shortText,
      items: z.array(returnItem).check(z.minLength(1), z.maxLength(100)),
      reason: z.enum(RETURN_REASONS),
      details: z.string().check(z.trim(), z.maxLength(RETURN_DETAILS_LENGTH, 'This is too long')),
    }),
    response: successBody,
    errors: ['not_found', 'conflict', 'rate_limited'],
    example: {
      body: {
        ...shopper,
        orderId: '100002',
        items: [{ order_item_id: '100002-1', quantity: 1 }],
        reason: 'Changed My Mind',
        details: 'It is smaller than I thought.',
      },
    },
  },
})
