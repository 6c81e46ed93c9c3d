import * as z from 'zod/mini'
import { delayedOrderCalls } from './delayed-orders.ts'
import { defineEndpoints, successBody } from './endpoint.ts'

/** Of a mail's link; ours have 43 characters. */
const token = z.string().check(z.maxLength(1000))
const EXAMPLE_TOKEN = 'dJ4mQ0xT9sB2vL7eH5kR8nW1yC6pZ3uG0aF4iX9oV2E'

const wireDelayedOrder = z
  .object({
    order_id: z.string(),
    items: z.array(z.object({ name: z.string(), quantity: z.int() })),
    ship_by: z.nullable(z.string()),
    answer_by: z.nullable(z.string()),
    agreed: z.boolean(),
    money: z.nullable(z.string()),
  })
  .register(z.globalRegistry, {
    id: 'DelayedOrder',
    description: 'An order that is delayed: until when it ships, and what becomes of the money if it is cancelled.',
  })

export const delayedOrderEndpoints = defineEndpoints('orders', delayedOrderCalls, {
  getDelayedOrder: {
    summary: 'Returns a delayed order by the token of an email',
    description:
      'Changes nothing, and does not use up the link. A link that is unknown, expired, used or replaced by a newer one, and an order that has shipped or is cancelled, are conflicts with a sentence for the shopper.',
    body: z.object({ token }),
    response: wireDelayedOrder,
    errors: ['conflict'],
    example: { body: { token: EXAMPLE_TOKEN } },
  },
  answerDelay: {
    summary: 'Cancels a delayed order, or agrees to wait for it, by the token of an email',
    description:
      'Cancels all of the order that is not cancelled, once, as the shopper could by its number; or notes that they wait, after which they may still cancel.',
    body: z.object({ token, answer: z.enum(['cancel', 'wait']) }),
    response: successBody,
    errors: ['conflict'],
    example: { body: { token: EXAMPLE_TOKEN, answer: 'wait' } },
  },
})
